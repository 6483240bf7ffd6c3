import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createKith, KithError, type KithOptions } from "../../../packages/sdk/src/index.ts";
import { problem, scriptedServer, type Scripted } from "./scripted-server.ts";
import { presently } from "../moments.ts";

// What is tried again, how often and when, counted at a server that answers as it is told.

const DONE: Scripted = { status: 201, body: JSON.stringify({ record: { id: "rec_1" } }) };
const values = { name: "Mara" };

async function connect(t: TestContext, answers: Scripted[], more: Partial<KithOptions> = {}) {
  const { url, seen } = await scriptedServer(t, answers);
  return { kith: createKith({ url, apiKey: "k", ...more }), seen };
}

test("what can succeed later is tried again, and a write has the same Idempotency-Key and body in every try", async (t) => {
  const faults: Scripted[] = [
    { fault: "cut" },
    { ...DONE, fault: "half" },
    ...[408, 425, 429, 500, 502, 503, 504].map((status) => problem(status, "busy", { "retry-after": "0" })),
    { status: 502, headers: { "content-type": "text/html", "retry-after": "0" }, body: "<h1>Bad gateway</h1>" },
    problem(409, "idempotency_running", { "retry-after": "0" }),
  ];
  const { kith, seen } = await connect(t, [...faults, DONE]);
  assert.equal((await kith.records.create({ type: "contact", values })).record.id, "rec_1");
  assert.equal(seen.length, faults.length + 1);
  assert.equal(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size, 1);
  assert.deepEqual(new Set(seen.map(({ body }) => body)), new Set([JSON.stringify({ values })]));
  assert.match(String(seen[0]?.headers["idempotency-key"]), /^[0-9a-f-]{36}$/);
  await kith.records.create({ type: "contact", values });
  assert.notEqual(seen.at(-1)?.headers["idempotency-key"], seen[0]?.headers["idempotency-key"], "another call is another write");
});

test("a refusal is never repeated", async (t) => {
  for (const status of [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 414, 415, 422, 423, 428, 431, 451]) {
    const { kith, seen } = await connect(t, [problem(status, "refused")]);
    await assert.rejects(kith.records.create({ type: "contact", values }), {
      name: "KithError",
      code: "refused",
      status,
      requestId: "req_1",
    });
    await assert.rejects(kith.records.get({ type: "contact", id: "rec_1" }), { status });
    assert.equal(seen.length, 2, `${status}`);
  }
});

test("Retry-After is waited out, as seconds and as a date", async (t) => {
  const inTwoSeconds = presently(2_000).toUTCString();
  const { kith, seen } = await connect(t, [
    problem(429, "too_many", { "retry-after": "1" }),
    problem(503, "busy", { "retry-after": inTwoSeconds }),
    DONE,
  ]);
  await kith.records.create({ type: "contact", values });
  const [first = 0, second = 0] = seen.map(({ atMs }) => atMs);
  assert.ok(second - first >= 999, `${second - first} ms`);
  assert.equal(seen.length, 3);
  assert.ok(presently().getTime() >= Date.parse(inTwoSeconds));
});

test("a wait that is longer than the time left is not begun: the error says how long it is", async (t) => {
  const { kith, seen } = await connect(t, [problem(429, "rows_of_the_day", { "retry-after": "3600" })]);
  await assert.rejects(kith.members.me(), { code: "rows_of_the_day", retryAfterMs: 3_600_000 });
  assert.equal(seen.length, 1);
});

test("retryForMs ends the tries, for the client and for one call", async (t) => {
  const { kith, seen } = await connect(t, [{ fault: "cut" }], { retryForMs: 2_000 });
  await assert.rejects(kith.members.me(), { code: "unreachable", status: 0 });
  assert.ok(seen.length >= 2, `${seen.length} tries`);
  const before = seen.length;
  await assert.rejects(kith.members.me({}, { retryForMs: 0 }), KithError);
  assert.equal(seen.length, before + 1);
});

test("a try that takes too long is ended and repeated", async (t) => {
  const { kith, seen } = await connect(t, [{ fault: "never" }, { body: JSON.stringify({ user: { id: "usr_1" } }) }], { timeoutMs: 500 });
  assert.equal((await kith.members.me()).user.id, "usr_1");
  assert.ok(seen.length >= 2);
  const { kith: other } = await connect(t, [{ fault: "never" }], { timeoutMs: 50, retryForMs: 0 });
  await assert.rejects(other.members.me(), { code: "timeout" });
});

test("a call ends with the reason of its signal: before it, during a try, and while waiting for the next", async (t) => {
  const reason = new Error("enough");
  const { kith, seen } = await connect(t, [{ fault: "never" }, problem(503, "busy", { "retry-after": "60" })]);
  await assert.rejects(kith.members.me({}, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(seen.length, 0);
  for (const tries of [1, 2]) {
    const stop = new AbortController();
    const call = kith.members.me({}, { signal: stop.signal });
    while (seen.length < tries) await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(reason);
    await assert.rejects(call, reason);
  }
});

test("the key is not sent to where a redirect leads", async (t) => {
  const elsewhere = await scriptedServer(t, [{}]);
  const { kith, seen } = await connect(t, [{ status: 307, headers: { location: `${elsewhere.url}/api/v1/me` }, body: "" }]);
  await assert.rejects(kith.members.me(), { code: "not_kith", status: 307 });
  assert.deepEqual([seen.length, elsewhere.seen.length], [1, 0]);
});

test("a newer service is no error: unknown properties and values are handed on, unknown codes are codes", async (t) => {
  const item = { id: "evt_1", kind: "record.archived", record: { id: "rec_1", type: "contact", title: "Mara", colour: "red" } };
  const { kith } = await connect(t, [
    { body: JSON.stringify({ items: [item], position: "p1", has_more: false, took_ms: 3 }) },
    {
      status: 418,
      headers: { "content-type": "application/problem+json" },
      body: JSON.stringify({ code: "teapot", hints: {}, errors: "none" }),
    },
    { status: 404, headers: { "content-type": "application/json" }, body: "[1]" },
    { body: "<html>a page of a proxy</html>" },
  ]);
  const page = await kith.records.changes();
  assert.deepEqual(page.items[0], item);
  await assert.rejects(kith.members.me(), { code: "teapot", status: 418, errors: [], requestId: "" });
  await assert.rejects(kith.members.me(), { code: "not_kith", status: 404 });
  await assert.rejects(kith.members.me(), { code: "not_kith", status: 200 });
});

test("follow waits out an outage, and ends quietly with its signal", async (t) => {
  const page = (position: string, title: string) => ({
    body: JSON.stringify({ items: [{ id: position, record: { title } }], position, has_more: true }),
  });
  const down = problem(503, "busy", { "retry-after": "0" });
  const { kith, seen } = await connect(t, [page("p1", "one"), down, down, { fault: "cut" }, page("p2", "two"), { fault: "never" }], {
    retryForMs: 0,
  });
  const stop = new AbortController();
  const seenTitles: string[] = [];
  for await (const { changes, position } of kith.follow({ everyMs: 5, signal: stop.signal })) {
    seenTitles.push(`${position} ${changes[0]?.record.title}`);
    if (position === "p2") setTimeout(() => stop.abort(), 50);
  }
  assert.deepEqual(seenTitles, ["p1 one", "p2 two"]);
  assert.ok(
    seen.slice(1, 5).every(({ url }) => url.endsWith("/changes?after=p1")),
    "every try goes on from the same position",
  );
});
