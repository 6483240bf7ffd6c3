import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { sharedService } from "../service.ts";
import { bundleJourney, signedMessage } from "./runtimes/bundle.ts";

// The SDK on this Node; `npm run test:runtimes` runs it on all that are promised. The browser is in e2e/sdk.e2e.ts.

const runtimes = JSON.parse(process.env["SDK_RUNTIMES"] ?? "{}") as Record<string, string>;
const service = sharedService();
const folder = mkdtempSync(join(tmpdir(), "kith-runtimes-"));
const program = join(folder, "journey.mjs");
after(() => rmSync(folder, { recursive: true }));

before(async () => {
  writeFileSync(
    program,
    `${await bundleJourney()}\nconsole.log(navigator.userAgent, ...(await sdk.journey(JSON.parse(process.env.JOURNEY))));\n`,
  );
});

for (const [name, path] of Object.entries({ [`Node ${process.versions.node}`]: process.execPath, ...runtimes }))
  test(`pages, retries, errors, the change feed, files and webhooks work on ${name}`, async (t) => {
    const { key } = await (await service().given.admin()).key();
    const env = { JOURNEY: JSON.stringify({ url: service().url, apiKey: key, webhook: signedMessage() }) };
    const { stdout } = await promisify(execFile)(path, [program], { env, timeout: 60_000 });
    const [runtime, ...tried] = stdout.trim().split(" ");
    t.diagnostic(runtime ?? "");
    assert.deepEqual(tried, ["pages", "retry", "idempotency", "errors", "follow", "files", "webhooks"]);
  });
