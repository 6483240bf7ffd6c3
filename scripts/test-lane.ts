import fc from "fast-check";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { suite } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { takeDeclared } from "./collected-tests.ts";

// One process for many test files, one after the other: the modules of the service are read and compiled once. Started with fork() by
// run-lanes.ts, which sends the name of a file and gets its result.
const COLLECTED = new URL("collected-tests.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "node:test" && context.parentURL !== COLLECTED && context.parentURL !== import.meta.url
      ? { url: COLLECTED, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});

if (process.env["TEST_GATE"]) fc.configureGlobal({ seed: 1 });

/** Errors that nobody caught. The runner fails the test that it finds for one, and of others only speaks. */
let stray = 0;
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error: unknown) => {
    stray++;
    process.stderr.write(`${event}: ${inspect(error)}\n`);
  });
}

process.on("message", (file: string) => void run(file));

async function run(file: string): Promise<void> {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${error instanceof Error ? error.stack : String(error)}\n`);
    takeDeclared();
    return void process.send?.({ seconds: 0, passed: 0, failed: 1 });
  }
  const declared = takeDeclared();
  await suite(file, () => {
    for (const declare of declared) declare();
  });
}

/** The reporter that this process loads from this file: the result of each file is sent, and only failures are printed. */
// oxlint-disable-next-line import/no-default-export -- that is how a reporter is found
export default async function* sendResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { nesting, skip, todo, details } = event.data;
    // The other reporter tells reasons when the lane ends. Who watches wants to know now.
    if (event.type === "test:fail") yield `${event.data.name}: ${inspect(event.data.details.error.cause ?? event.data.details.error)}\n`;
    const isCounted = skip === undefined && todo === undefined;
    if (nesting > 0 && isCounted && details.type !== "suite") {
      if (event.type === "test:pass") passed++;
      else failed++;
    }
    if (nesting > 0) continue;
    // A hook that failed, or an error that nobody caught, is a failure of the file.
    if (event.type === "test:fail" || passed === 0 || stray > 0) failed = Math.max(failed, 1);
    process.send?.({ seconds: details.duration_ms / 1000, passed, failed });
    [passed, failed, stray] = [0, 0, 0];
  }
}
