import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../service.ts";
import { converse } from "./assistant.ts";

const service = sharedService();
const make = async (ada: Person, type: string, values: Record<string, unknown>) =>
  (await ada.call("records.create", { type, values })).record.id;

async function programOf(ada: Person) {
  const { key } = await ada.key();
  const get = async (path: string) => {
    const answer = await service().rest(key, "GET", path);
    return { status: answer.status, body: (await answer.json()) as { items: { id: string }[]; detail: string } };
  };
  return { key, get, ...converse(service(), key) };
}

test("records are listed by their ids, over REST and MCP", async () => {
  const ada = await service().given.admin();
  const { get, ask, tell } = await programOf(ada);
  const ids = [];
  for (const name of ["A", "B", "C"]) ids.push(await make(ada, "deal", { name }));
  const [a = "", b = "", c = ""] = ids;
  const { body } = await get(`/records/deal?filter=id:${a},${c}&sort=name`);
  assert.deepEqual(
    body.items.map(({ id }) => id),
    [a, c],
  );
  const page = body.items[0] as { url?: string };
  assert.equal(page.url, `http://localhost/records/deal/${a}`, "a record has the address of its page");
  assert.equal((await ask("query_records", { type: "deal", filter: `id:${b} is:open` })).data.count.value, 1);
  assert.equal((await ask("query_records", { type: "deal", filter: `-id:${b}` })).data.count.value, 2);
  assert.equal((await ask("query_records", { type: "deal", filter: "has:id" })).data.count.value, 3);
  const contact = await make(ada, "contact", { name: "D" });
  await ada.call("records.update", { id: a, values: { contacts: [contact] } });
  assert.equal((await ask("query_records", { type: "contact", filter: `deals.id:${a}` })).data.count.value, 1);
  for (const wrong of ["id:Penrose", "id~rec", "count(id)>1", "id.name:A"])
    assert.ok((await tell("query_records", { type: "deal", filter: wrong })).isError, wrong);
});

test("what is refused says what to do instead", async () => {
  const ada = await service().given.admin();
  const { get, ask, tell } = await programOf(ada);
  const deal = await make(ada, "deal", { name: "A" });
  await make(ada, "contact", { name: "Olga Krüger", email: "olga@harrow.example" });
  assert.match((await get(`/records/contact/${deal}`)).body.detail, new RegExp(`of the type deal, not contact.*/records/deal/${deal}`));
  assert.match(JSON.stringify((await get("/records/deal?limit=500")).body), /At most 100 at once.*cursor/);
  assert.match((await get("/changes?after=2026-11-14")).body.detail, /not a time.*updated_at>=/);
  assert.match((await tell("query_records", { type: "deal", limit: 500 })).text, /At most 100 at once.*cursor/);
  assert.match((await tell("aggregate_records", { type: "deal", measures: ["sum"] })).text, /Write it as.*measure/);
  const view = await ask("save_view", { type: "deal", name: "Mine", filter: "is:mine" });
  assert.match((await tell("undo", { id: view.data.operation_id })).text, /save_view.*above its list.*\/views/);
  const values = { name: "O. Krüger", email: "olga@harrow.example" };
  const known = await tell("save_records", { type: "contact", records: [{ values }] });
  assert.match(known.text, /"candidates":\[\{"id":"rec_\w+","detail":"Olga Krüger"\}\]/);
});
