import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeSecret, signatureHeaders } from "../../src/platform/standard-webhooks.ts";

// What can be checked of the n8n package without n8n. The rest is in npm run test:n8n.

const FOLDER = join(import.meta.dirname, "../../../packages/n8n-nodes-kith");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
const sources = ["credentials", "nodes"].flatMap((folder) =>
  readdirSync(join(FOLDER, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file, text: read(join(folder, file)) })),
);

type IsGenuine = (secret: string, message: { headers: Record<string, string>; body: Uint8Array }, nowMs: number) => boolean;
// The package is CommonJS and has its own compiler settings, so it is no part of this program.
const { isGenuine } = (await import(pathToFileURL(join(FOLDER, "nodes/KithTrigger/verify.ts")).href)) as { isGenuine: IsGenuine };

test("the package has no dependencies, its own licence and its own lock file", () => {
  const manifest = JSON.parse(read("package.json")) as Record<string, unknown>;
  assert.equal(manifest["dependencies"], undefined);
  assert.equal(manifest["license"], "MIT");
  assert.match(read("LICENSE.md"), /^MIT License/);
  assert.match(read("package-lock.json"), /"name": "n8n-nodes-kith"/);
});

test("the nodes read no environment and no files, and call only operations of the contract", () => {
  assert.ok(sources.length >= 10, "sources are found");
  const used = sources.flatMap(({ file, text }) => {
    assert.doesNotMatch(text, /process\.|node:fs|child_process/, file);
    return file.endsWith("contract.generated.ts") ? [] : [...text.matchAll(/kith(?:Pages)?\(\w+, "([\w.]+)"/g)].map(([, id = ""]) => id);
  });
  const listed = [...read("nodes/contract.generated.ts").matchAll(/^ {2}"([\w.]+)":/gm)].map(([, id = ""]) => id);
  assert.deepEqual([...new Set(used)].sort(), listed);
  // The address of the credential's test is not generated.
  assert.match(read("credentials/KithApi.credentials.ts"), /url: "\/api\/v1\/me"/);
});

test("the trigger takes what Kith signs, and nothing else", () => {
  const [secret, old] = [makeSecret(), makeSecret()];
  const body = '{"type":"record.created","data":{"name":"Größe"}}';
  const at = new Date("2026-11-17T12:00:00Z");
  const sign = (secrets: string[]) => signatureHeaders({ id: "evt_1", at, body, secrets });
  const takes = (headers: Record<string, string>, text = body, afterS = 0, with_ = secret) =>
    isGenuine(with_, { headers, body: Buffer.from(text) }, at.getTime() + afterS * 1000);

  assert.ok(takes(sign([secret])));
  assert.ok(takes(sign([old, secret])), "while a secret is being replaced");
  assert.ok(takes(sign([secret]), body, 299));
  assert.ok(!takes(sign([secret]), body, 301), "old");
  assert.ok(!takes(sign([secret]), body, -301), "from the future");
  assert.ok(!takes(sign([secret]), `${body} `), "altered");
  assert.ok(!takes(sign([old])), "foreign");
  assert.ok(!takes({ ...sign([secret]), "webhook-id": "evt_2" }), "under another id");
  assert.ok(!takes({ ...sign([secret]), "webhook-signature": sign([secret])["webhook-signature"]?.replace("v1,", "v1a,") ?? "" }));
  assert.ok(!takes({}), "unsigned");
  // Without a secret everybody could sign.
  assert.ok(!takes(signatureHeaders({ id: "evt_1", at, body, secrets: ["whsec_"] }), body, 0, "whsec_"));
});
