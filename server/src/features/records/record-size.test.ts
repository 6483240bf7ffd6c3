import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService();
const TEXTS = 12;
const LONG = 40_000;

async function withTexts(): Promise<Person> {
  const ada = await service().given.admin();
  for (let at = 0; at < TEXTS; at++)
    await ada.call("types.addField", { type: "deal", key: `text_${at}`, label: `Text ${at}`, field_type: "long_text" });
  return ada;
}

const texts = (count: number, text = "x".repeat(LONG)) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`text_${at}`, text]));

test("a record has at most 256 kB, counted in bytes, and the refusal says how many it would have", async () => {
  const ada = await withTexts();
  const create = (values: object) => ada.call("records.create", { type: "deal", values: { name: "Large", ...values } });
  const { record } = await create(texts(6));
  const refused = { status: 422, message: /This record would have 28\d,\d{3} bytes, and a record can have 262,144/ };
  await assert.rejects(create(texts(7)), refused);
  await assert.rejects(ada.call("records.update", { id: record.id, values: { text_6: "x".repeat(LONG) } }), refused);
  await assert.rejects(create(texts(3, "語".repeat(LONG))), { status: 422, message: /36\d,\d{3} bytes/ });
  const { key } = await ada.key();
  const batch = await service().rest(key, "POST", "/records/deal/batch", {
    items: [{ values: { name: "Large", ...texts(7) } }, { values: { name: "Small" } }],
  });
  const { results } = (await batch.json()) as { results: { status: string; errors?: { message: string }[] }[] };
  assert.match(JSON.stringify(results[0]), /262,144/);
  assert.equal(results[1]?.status, "created");
});

test("a record that is larger from before can be changed, as long as it does not grow", async () => {
  const ada = await withTexts();
  const { record } = await ada.call("records.create", { type: "deal", values: { name: "Old", text_0: "short" } });
  await service().database.query("update records set data = data || jsonb_build_object('text_1', repeat('x', 300000)) where title = 'Old'");
  await ada.call("records.update", { id: record.id, values: { amount: 7 } });
  await assert.rejects(ada.call("records.update", { id: record.id, values: { text_0: "longer than before" } }), { status: 422 });
  await ada.call("records.update", { id: record.id, values: { text_1: null, text_0: "longer than before" } });
});

test("a page has at most 4 MiB of text over REST, MCP and the web application, and the next one goes on where it ended", async () => {
  const ada = await withTexts();
  const COUNT = 24;
  for (let at = 0; at < COUNT; at++) await ada.call("records.create", { type: "deal", values: { name: `Deal ${at}`, ...texts(6) } });
  const { key } = await ada.key();
  const ids = new Set<string>();
  let [cursor, pages] = ["", 0];
  do {
    const answer = await service().rest(key, "GET", `/records/deal?limit=100&sort=name${cursor && `&cursor=${cursor}`}`);
    const text = await answer.text();
    assert.ok(text.length < 4.3 * 2 ** 20, `${text.length} characters`);
    const page = JSON.parse(text) as { items: { id: string }[]; next_cursor: string | null };
    for (const { id } of page.items) ids.add(id);
    pages++;
    cursor = page.next_cursor ?? "";
  } while (cursor);
  assert.deepEqual([ids.size, pages], [COUNT, 2]);
  const shown = await ada.call("records.list", { type: "deal", limit: 100 });
  assert.ok(shown.items.length < COUNT && shown.next_cursor);
  const names = await ada.call("records.list", { type: "deal", limit: 100, fields: ["name"] });
  assert.equal(names.items.length, COUNT, "only what is shown counts");
  const feed = await ada.call("records.changes", { limit: 500 });
  assert.ok(feed.has_more && feed.items.length < COUNT);
  let [after, seen] = [feed.position, feed.items.length];
  for (let more = true; more;) {
    const next = await ada.call("records.changes", { limit: 500, after });
    [after, more] = [next.position, next.has_more];
    seen += next.items.length;
  }
  assert.equal(seen, COUNT);
  const log = await ada.call("events.list", { type: "record.created", limit: 100 });
  assert.ok(log.next_cursor && log.items.length < COUNT);
  const params = { name: "query_records", arguments: { type: "deal", limit: 100 } };
  const answer = await (await service().mcp(key, { jsonrpc: "2.0", id: 1, method: "tools/call", params })).text();
  assert.ok(answer.length < 9 * 2 ** 20, `${answer.length} characters`);
});
