import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { setups } from "../../../web/src/features/keys/setups.ts";
import { sharedService } from "../service.ts";
import { blocksOf } from "./guide.ts";

// docs/connect/assistants.md has the set-ups of the web application. The one for a terminal is run.

const service = sharedService();
const blocks = blocksOf("assistants").map(({ code }) => code.trimEnd());

/** However the file is formatted, the same settings are the same. */
const settings = (code: string): unknown => (code.startsWith("{") ? JSON.parse(code) : code);

test("the page has every set-up of the web application, in its order, and no other", () => {
  const shown = setups("{base_url}/api/v1", "your key").flatMap(({ steps }) => steps.map(({ code }) => code));
  assert.deepEqual(blocks.map(settings), shown.map(settings));
});

test("the commands for a terminal answer who is calling and which tools there are", async () => {
  const { key } = await (await service().given.admin()).key("Assistant");
  const commands = (blocks.at(-1) ?? "").replaceAll("{base_url}", service().url).replace("your key", key);
  const { stdout } = await promisify(execFile)("bash", ["-ec", commands], { timeout: 120_000 });
  assert.match(stdout, /"name":"Assistant"/);
  assert.match(stdout, /"get_context"/);
});
