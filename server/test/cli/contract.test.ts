import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cliSource } from "../../../scripts/cli/source.ts";
import { COMMANDS } from "../../../packages/cli/src/commands.ts";
import { described } from "../../../packages/cli/src/generated.ts";
import { helpOf, overview } from "../../../packages/cli/src/help.ts";
import { generated } from "../generated.ts";

// Help and options are made from the contract, and from nothing else.

type Document = Parameters<typeof cliSource>[0];
const document = JSON.parse(generated()["openapi.json"] ?? "") as Document;
const source = readFileSync(join(import.meta.dirname, "../../../packages/cli/src/generated.ts"), "utf8");

test("the committed file is what the description makes, and a changed description changes it", () => {
  assert.ok(source === cliSource(document), "run npm run generate");
  const changed = structuredClone(document);
  const me = Object.values(changed.paths)
    .flatMap((one) => Object.values(one))
    .find((one) => one.operationId === "members.me");
  (me ?? assert.fail()).summary = "Another summary";
  assert.notEqual(cliSource(changed), source);
  const without = Object.entries(document.paths).filter(([path]) => !path.endsWith("/me"));
  assert.throws(() => cliSource({ ...document, paths: Object.fromEntries(without) }), /members\.me/);
});

test("the help of a command has the summary of its operation and the description of every field", () => {
  for (const command of COMMANDS) {
    const help = helpOf(command);
    if (!command.operation) continue;
    const { summary, fields } = described[command.operation] ?? assert.fail(command.operation);
    if (!command.summary) assert.ok(overview().includes(summary), command.name);
    for (const [name, { about }] of Object.entries(fields)) {
      if (command.without?.includes(name)) continue;
      assert.ok(help.includes(about), `${command.name} ${name}`);
      assert.ok(command.words?.includes(name) || help.includes(`--${name.replaceAll("_", "-")}`), `${command.name} ${name}`);
    }
  }
});

test("no option of a command has the name of one of every command", () => {
  for (const { operation, options = {}, name } of COMMANDS) {
    const names = [...Object.keys(described[operation ?? ""]?.fields ?? {}), ...Object.keys(options)];
    assert.deepEqual(
      names.filter((one) => ["output", "help", "retry_for", "all"].includes(one)),
      [],
      name,
    );
  }
});
