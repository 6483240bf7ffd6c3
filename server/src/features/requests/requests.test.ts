import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { inService, sharedService, type Person, type Service } from "../../../test/service.ts";
import { memberId } from "../members/operations.ts";
import { createRequestLog, storeRequests, type SeenRequest } from "./index.ts";
import { within } from "../../../test/measured.ts";
import { presently } from "../../../test/moments.ts";

const service = sharedService();
const callTool = (name: string, given: object) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });

/** What a person's log shows, once everything is written. */
async function logOf(person: Person, wanted: { key?: string; show?: "all" | "errors" } = {}, of: Service = service()) {
  // The hook that sees the call runs after the answer has arrived here.
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  await of.app.settle();
  return (await person.call("requests.list", { ...wanted, limit: 100 })).items;
}

test("the log shows each call of one's keys over REST and MCP, newest first, with what went wrong", async () => {
  const ada = await service().given.admin();
  const [script, assistant] = [await ada.key("Script"), await ada.key("Assistant")];
  await service().rest(script.key, "GET", "/records/deal?filter=amout%3E5");
  await service().rest(script.key, "POST", "/records/contact", { values: { name: "Mara Lindt" } });
  await service().mcp(assistant.key, callTool("query_records", { type: "contact" }));
  await service().mcp(assistant.key, callTool("query_records", { type: "nothing" }));
  await service().mcp(assistant.key, { jsonrpc: "1.0" });

  const log = await logOf(ada);
  assert.deepEqual(
    log.map((one) => [one.key.name, one.method, one.path, one.operation, one.status, one.code]),
    [
      ["Assistant", "POST", "/api/v1/mcp", null, 400, "not_json_rpc"],
      ["Assistant", "POST", "/api/v1/mcp", "query_records", 200, "unknown_type"],
      ["Assistant", "POST", "/api/v1/mcp", "query_records", 200, null],
      ["Script", "POST", "/api/v1/records/contact", "records.create", 201, null],
      ["Script", "GET", "/api/v1/records/deal", "records.list", 400, "bad_filter"],
    ],
  );
  for (const { duration_ms: ms } of log) assert.ok(ms >= 0 && ms < within(10_000));
  const paths = async (wanted: Parameters<typeof logOf>[1]) => (await logOf(ada, wanted)).map((one) => `${one.operation} ${one.status}`);
  assert.deepEqual(await paths({ key: script.id }), ["records.create 201", "records.list 400"]);
  assert.deepEqual(await paths({ show: "errors" }), ["null 400", "query_records 200", "records.list 400"]);
  assert.deepEqual(await paths({ key: script.id, show: "errors" }), ["records.list 400"]);
});

test("the id of a call in the log is the one in its answer, and the log can be read with a key", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  const answer = await service().rest(key, "GET", "/me");
  await logOf(ada);
  const { items } = (await (await service().rest(key, "GET", "/requests?limit=1")).json()) as { items: { request_id: string }[] };
  assert.equal(items[0]?.request_id, answer.headers.get("x-request-id"));
});

test("no query, body, answer or key is stored", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await service().rest(key, "GET", "/records/contact?filter=name~Secretly");
  await service().rest(key, "POST", "/records/contact", { values: { name: "Secretly" } });
  await service().mcp(key, callTool("Secretly", { name: "Secretly" }));
  await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "Secretly" });
  assert.equal((await logOf(ada)).length, 4);
  const stored = await service().database.query("select r::text as row from requests r");
  assert.doesNotMatch(JSON.stringify(stored), new RegExp(`Secretly|${key}`));
});

test("only the owner of a key sees its calls: no other member, no Admin, no other company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { id, key } = await max.key();
  await service().rest(key, "GET", "/me");
  assert.equal((await logOf(max)).length, 1);
  for (const other of [ada, await service().given.admin()]) {
    assert.deepEqual(await logOf(other), []);
    assert.deepEqual(await logOf(other, { key: id }), []);
  }
});

test("the calls of a deleted key stay in the log under its name", async () => {
  const ada = await service().given.admin();
  const { id, key } = await ada.key("Old script");
  await service().rest(key, "GET", "/me");
  await ada.call("keys.delete", { id });
  assert.equal((await logOf(ada))[0]?.key.name, "Old script");
});

test("a person's latest 1,000 calls are kept, whoever else calls in the same company", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { key } = await max.key();
  await service().rest(key, "GET", "/me");
  await logOf(max);
  const adas = await ada.key();
  await service().rest(adas.key, "GET", "/me");
  await logOf(ada);

  const of = async (person: Person) =>
    (await service().database.query("select company_id, key_id, id from requests where user_id = $1 order by id desc", [
      memberId.decode(person.userId),
    ])) as { company_id: string; key_id: string; id: string }[];
  const [first] = await of(ada);
  const seen = (at: number): SeenRequest => ({
    companyId: first?.company_id ?? "",
    id: `ffffffff-ffff-7fff-8fff-${String(at).padStart(12, "0")}`,
    userId: memberId.decode(ada.userId),
    keyId: first?.key_id ?? "",
    at: presently(),
    method: "GET",
    path: `/api/v1/records/deal/${at}`,
    operation: "records.get",
    status: 200,
    durationMs: 3,
    code: null,
  });
  for (const from of [0, 700]) {
    const some = Array.from({ length: 700 }, (_, at) => seen(from + at));
    await storeRequests(service().app.execute, first?.company_id ?? "", some);
  }
  const left = await of(ada);
  assert.deepEqual([left.length, left[0]?.id.slice(-4), left.at(-1)?.id.slice(-4)], [1_000, "1399", "0400"]);
  assert.equal((await of(max)).length, 1);

  let cursor: string | null = null;
  let rows = 0;
  do {
    const page: { items: unknown[]; next_cursor: string | null } = await ada.call("requests.list", {
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    rows += page.items.length;
    cursor = page.next_cursor;
  } while (cursor);
  assert.equal(rows, 1_000);
});

test(
  "a call that the limits refuse is in the log, but a flood of them is not",
  inService(
    async (own) => {
      const ada = await own.given.admin();
      const { key } = await ada.key();
      for (let at = 0; at < 40; at++) await own.rest(key, "GET", "/me");
      const statuses = (await logOf(ada, {}, own)).map((one) => one.status);
      assert.deepEqual(statuses, [...Array<number>(10).fill(429), 200, 200, 200], "ten refusals tell enough");
    },
    { env: { API_RATE_10S: "3" } },
  ),
);

/** A log that is flushed by hand, and what it wrote. */
function given() {
  const written: [company: string, requests: number][] = [];
  const log = createRequestLog({
    clock: { now: () => presently() },
    afterwards: () => undefined,
    async write(companyId, requests) {
      if (companyId === "broken") throw new Error("the database refuses");
      written.push([companyId, requests.length]);
    },
  });
  const call = (companyId: string, userId: string) =>
    log.add({ companyId, userId, id: "", keyId: "", method: "GET", path: "/", operation: null, status: 200, durationMs: 1, code: null });
  return { log, call, written };
}

test("one company's calls that cannot be written hold up no other's, and what waits in memory is bounded", async () => {
  const { log, call, written } = given();
  call("broken", "user");
  for (let at = 0; at < 50_000; at++) call("loud", "user");
  call("quiet", "user");
  await assert.rejects(log.flush(), /refuses/);
  const loud = written.filter(([company]) => company === "loud").reduce((sum, [, rows]) => sum + rows, 0);
  assert.ok(loud >= 1_000 && loud < 2_000, String(loud));
  assert.ok(written.every(([, rows]) => rows <= 1_000));
  assert.deepEqual(written.at(-1), ["quiet", 1]);
  await log.flush();
  assert.deepEqual(written.at(-1), ["quiet", 1], "nothing is written twice");
  log.stop();
});

test("a key or a secret that somebody pastes into a path is not kept", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("Pasted");
  for (const path of [`/records/deal/${key}`, `/records/${key.slice(0, 50)}/x`, "/webhooks/whsec_canaryCanaryCanary0123456789"])
    await service().rest(key, "GET", path);
  assert.deepEqual(
    (await logOf(ada)).map(({ path }) => path),
    ["/api/v1/webhooks/[hidden]", "/api/v1/records/[hidden]/x", "/api/v1/records/deal/[hidden]"],
  );
  const kept = await service().database.query("select from requests where position($1 in path) > 0", [key.slice(0, 40)]);
  assert.equal(kept.length, 0);
});
