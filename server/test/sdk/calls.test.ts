import assert from "node:assert/strict";
import { test } from "node:test";
import { createKith, KithError, type KithOptions } from "../../../packages/sdk/src/index.ts";
import { sharedService } from "../service.ts";
import { until } from "../waiting.ts";

// The SDK against a real service.

const service = sharedService();

async function connect(more: Partial<KithOptions> = {}) {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  return { ada, key, kith: createKith({ url: service().url, apiKey: key, ...more }) };
}

type Kith = Awaited<ReturnType<typeof connect>>["kith"];
const addContacts = (kith: Kith, count: number) =>
  kith.records.batch({ type: "contact", items: Array.from({ length: count }, (_, at) => ({ values: { name: `Person ${at}` } })) });

test("a record is created, read, changed only as it was read, and deleted", async () => {
  const { kith } = await connect();
  const { record } = await kith.records.create({ type: "contact", values: { name: "Mara Lindt", email: "mara@fernhill.example" } });
  const read = await kith.records.get({ type: "contact", id: record.id, fields: ["name"], include: undefined });
  assert.deepEqual(read.values, { name: "Mara Lindt" });
  const change = { type: "contact", id: record.id, if_version: record.version };
  const changed = await kith.records.update({ ...change, values: { job_title: "Buyer" } });
  assert.equal(changed.record.values["job_title"], "Buyer");
  await assert.rejects(kith.records.update({ ...change, values: { job_title: "Cook" } }), { code: "version_conflict", status: 412 });
  await assert.rejects(kith.records.delete(change), { code: "version_conflict" });
  assert.match((await kith.records.delete({ type: "contact", id: record.id })).operation_id, /^op_/);
  assert.equal((await kith.members.me()).user.name, "Ada Admin");
});

test("a list is awaited as a page, and iterated as everything", async () => {
  const { kith } = await connect();
  await addContacts(kith, 7);
  const titles = Array.from({ length: 7 }, (_, at) => `Person ${at}`);
  const list = () => kith.records.list({ type: "contact", sort: "name", limit: 3 });

  const all: string[] = [];
  for await (const record of list()) all.push(record.title);
  assert.deepEqual(all, titles);

  const page = await list();
  assert.equal(page.items.length, 3);
  assert.deepEqual(Object.keys(page).sort(), ["count", "items", "next_cursor"], "it prints as it was answered");
  const second = await page.nextPage();
  assert.equal(second?.items[0]?.title, "Person 3");
  const rest: string[] = [];
  if (second) for await (const record of second) rest.push(record.title);
  assert.deepEqual(rest, titles.slice(3));
  assert.equal(await (await second?.nextPage())?.nextPage(), undefined);

  const few: string[] = [];
  for await (const { title } of list()) if (few.push(title) === 4) break;
  assert.deepEqual(few, titles.slice(0, 4));
});

test("an error has its code, what is wrong with which value, and the id of the request", async () => {
  const { kith } = await connect();
  const error = await kith.records.list({ type: "contact", filter: "nmae:x" }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof KithError, "it is refused");
  assert.deepEqual([error.code, error.status, error.errors[0]?.suggestions], ["bad_filter", 400, ["name"]]);
  assert.match(error.message, /nmae/);
  assert.ok(error.requestId.length > 8, error.requestId);
  assert.ok(
    service().logged.some((line) => line.includes(error.requestId)),
    "the log of the service has it too",
  );

  await assert.rejects(kith.records.get({ type: "contact", id: "rec_01m7fzvjzxf2qaekg9rdq61arv" }), { code: "not_found", status: 404 });
  // From JavaScript: a name that does not exist is refused and not left out, which would list everything.
  await assert.rejects(kith.records.list({ type: "contact", filtr: "name:x" } as never), { status: 422 });
  assert.throws(
    () => createKith({ url: service().url, apiKey: "a secret\n" }),
    (thrown: Error) => !thrown.message.includes("secret"),
  );
  await assert.rejects(kith.records.get({ type: "contact", id: "" }), TypeError);
});

test("a write that another process repeats with its own key is done once", async () => {
  const { kith } = await connect();
  const write = () => kith.records.create({ type: "contact", values: { name: "Once" } }, { idempotencyKey: "row 17" });
  const [first, second] = [await write(), await write()];
  assert.equal(first.record.id, second.record.id);
  await assert.rejects(kith.records.create({ type: "contact", values: { name: "Twice" } }, { idempotencyKey: "row 17" }), {
    code: "idempotency_mismatch",
  });
});

test("a deletion that is repeated with the same key succeeds again", async () => {
  const { kith } = await connect();
  const { id } = await kith.webhooks.create({ url: "https://example.com/kith", event_types: [] }).then(({ webhook }) => webhook);
  for (let again = 0; again < 2; again++) await kith.webhooks.delete({ id }, { idempotencyKey: "leave" });
  await assert.rejects(kith.webhooks.delete({ id }), { code: "not_found" });
});

test("a file is sent and read as bytes", async () => {
  const { kith } = await connect();
  const content = new Blob([new Uint8Array([0, 255, 10, 13])], { type: "image/png" });
  const file = await kith.files.upload({ name: "dot & line.png", content });
  assert.deepEqual([file.name, file.type, file.size], ["dot & line.png", "image/png", 4]);
  const read = await kith.files.get({ id: file.id });
  assert.deepEqual([...new Uint8Array(await read.arrayBuffer())], [0, 255, 10, 13]);
  assert.equal((await kith.files.upload({ content: "text" })).name, "file");

  const { id } = await kith.files.createUpload({ name: "large.bin", size: content.size });
  const sent = await kith.files.sendPart({ id, offset: 0, content });
  assert.equal((await kith.files.getUpload({ id })).file, sent.file);
});

test("the name of the program is shown beside its key", async () => {
  const { ada, kith } = await connect({ client: "shop-sync/1.2" });
  await kith.members.me();
  const shown = async () => (await ada.call("keys.list", {})).items[0]?.client;
  assert.equal(await until(shown, "a name is shown"), "shop-sync/1.2 kith-sdk/0.1.0");
});

test("follow hands out pages of changes in order, each with the position to go on from", async () => {
  const { kith } = await connect();
  const stop = new AbortController();
  const feed = kith.follow({ after: "now", type: "contact", limit: 3, everyMs: 20, signal: stop.signal });
  const start = await feed.next();
  assert.deepEqual(start.value?.changes, [], "the position of now is handed out before anything has happened");
  for (let at = 0; at < 7; at++) await kith.records.create({ type: "contact", values: { name: `Person ${at}` } });
  const seen: string[] = [];
  const positions: string[] = [];
  for await (const { changes, position } of feed) {
    seen.push(...changes.map(({ record }) => record.title));
    positions.push(position);
    if (seen.length === 7) stop.abort();
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 7 }, (_, at) => `Person ${at}`),
  );

  const again = kith.follow({ after: positions[0], type: "contact", limit: 3, everyMs: 20 });
  assert.equal((await again.next()).value?.changes[0]?.record.title, "Person 3");
  await again.return();
  await assert.rejects(kith.follow({ after: "nonsense" }).next(), KithError);
});
