import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { sharedService } from "../service.ts";
import { linesOf, withKey } from "./run-kith.ts";

// Writing records and finding them.

const service = sharedService();

interface Saved {
  record: { id: string; title: string; version: number; values: Record<string, unknown> };
  is_new: boolean;
}

test("create, update, upsert, search and delete", async () => {
  const { kith } = await withKey(service());
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await kith(words);
    assert.equal(code, 0, stderr);
    return linesOf(stdout)[0] as unknown as Saved;
  };
  const { record, is_new } = await run("records", "create", "contact", "name=Mara Lindt", "email=mara@fernhill.example", "job_title=Buyer");
  assert.deepEqual([is_new, record.title, record.version], [true, "Mara Lindt", 1]);
  const { id } = record;
  const updated = await run("records", "update", "contact", id, "job_title=", 'phone:="+49 30 901820"', "--if-version", "1");
  assert.deepEqual([updated.record.values["job_title"], updated.record.values["phone"]], [undefined, ["+4930901820"]]);
  const again = await run("records", "upsert", "contact", "email=mara@fernhill.example", "name=Mara L.", "--match", "email");
  assert.deepEqual([again.is_new, again.record.id, again.record.title], [false, id, "Mara L."]);
  const found = await kith(["search", "mara", "--types", "contact"]);
  assert.deepEqual(
    linesOf(found.stdout).map((one) => one["id"]),
    [id],
  );
  assert.match((await kith(["records", "delete", "contact", id])).stdout, /operation_id/);
  assert.deepEqual(linesOf((await kith(["search", "mara"])).stdout), []);
});

test("values come as a JSON object too, also from standard input, and a wrong field or version is refused", async () => {
  const { kith } = await withKey(service());
  const made = await kith(["records", "create", "contact", "--values", "-", "--output", "csv"], { input: '{"name":"From a pipe"}' });
  assert.match(made.stdout, /^id,title,/);
  assert.match(made.stdout, /From a pipe/);
  const id = /^(rec_\w+)/m.exec(made.stdout)?.[1] ?? "";
  const wrong = await kith(["records", "update", "contact", id, "job_titel=Buyer"]);
  assert.equal(wrong.code, 6);
  assert.match(wrong.stderr, /job_title/);
  assert.equal((await kith(["records", "update", "contact", id, "name=X", "--if-version", "7"])).code, 6);
  assert.equal((await kith(["records", "update", "contact", id, "name"])).code, 2);
});

test("what a Member may not do is exit code 4, and too many calls are 7", async () => {
  const ada = await service().given.admin();
  const { id } = (await ada.call("webhooks.create", { url: "https://93.184.216.34/kith", event_types: [] })).webhook;
  const { kith } = await withKey(service(), await service().given.member(ada));
  const refused = await kith(["webhooks", "replay", id, "--since", "2026-11-01T00:00:00Z", "--until", "2026-11-02T00:00:00Z"]);
  assert.equal(refused.code, 4, refused.stderr);
  const busy = createServer((_, response) => {
    response.writeHead(429, { "content-type": "application/problem+json", "retry-after": "600" });
    response.end(JSON.stringify({ code: "too_many_requests", detail: "Too many requests." }));
  });
  await once(busy.listen(0, "127.0.0.1"), "listening");
  const limited = await kith(["whoami"], { env: { KITH_URL: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` } });
  busy.close();
  assert.deepEqual([limited.code, limited.stderr], [7, "kith: Too many requests.\n"]);
});
