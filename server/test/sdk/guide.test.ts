import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "../../../scripts/postgres.ts";
import { makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";
import { sharedService } from "../service.ts";
import { until } from "../waiting.ts";
import { presently } from "../moments.ts";

// The programs of docs/connect/sdk.md, as they stand there, and what they print.

const ROOT = join(import.meta.dirname, "../../..");
const GUIDE = readFileSync(join(ROOT, "docs/connect/sdk.md"), "utf8");
const service = sharedService();
const folder = mkdtempSync(join(tmpdir(), "kith-sdk-guide-"));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "node_modules/@kith"), { recursive: true });
symlinkSync(join(ROOT, "packages/sdk"), join(folder, "node_modules/@kith/sdk"));

const programs = [...GUIDE.matchAll(/^```js\n([\s\S]*?)^```\n(?:\n```output\n([\s\S]*?)^```)?/gm)].map(([, code = "", output]) => ({
  code,
  output,
}));

function write(name: string, code: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, code);
  return ["--conditions=source", file];
}

test("each program of the page prints what the page says, one after the other", async () => {
  const { key } = await (await service().given.admin()).key();
  const env = { ...process.env, KITH_URL: service().url, KITH_API_KEY: key };
  const printing = programs.filter(({ output }) => output !== undefined);
  assert.equal(printing.length, 3);
  for (const [at, { code, output }] of printing.entries()) {
    const { stdout } = await promisify(execFile)(process.execPath, write(`program-${at}.mjs`, code), { cwd: folder, env, timeout: 60_000 });
    assert.equal(stdout, output);
  }
});

test("the receiver of the page takes genuine messages and refuses others", async (t) => {
  const { code } = programs.find(({ output }) => output === undefined) ?? assert.fail("there is no receiver");
  const port = await freePort();
  const [secret, old] = [makeSecret(), makeSecret()];
  const receiver = spawn(process.execPath, write("receiver.mjs", code), {
    stdio: "ignore",
    env: { ...process.env, KITH_SECRET: `${secret} ${old}`, PORT: String(port) },
  });
  t.after(() => receiver.kill("SIGKILL"));
  const body = '{"type":"record.updated","data":{"id":"rec_1"}}';
  const send = (secrets: string[]) => {
    const headers = signatureHeaders({ id: "evt_1", at: presently(), body, secrets });
    return fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers });
  };
  const isUp = () => send([secret]).then(Boolean, () => false);
  await until(isUp, "the receiver listens");
  assert.equal((await send([secret])).status, 204);
  assert.equal((await send([old])).status, 204);
  assert.equal((await send([makeSecret()])).status, 401);
});
