import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";

const service = sharedService();

async function threeContacts(person: Person) {
  const { results, operation_id } = await person.call("records.batch", {
    type: "contact",
    items: ["A", "B", "C"].map((name) => ({ values: { name } })),
  });
  return { ids: results.map((one) => one.id ?? ""), operation_id };
}

const citiesOf = async (person: Person) =>
  (await person.call("records.list", { type: "contact", sort: "name", fields: ["city"] })).items.map((one) => one.values["city"]);

test("records.operations lists one's own changes call by call, newest first, and everyone's if asked", async () => {
  const ada = await service().given.admin("Ada");
  const max = await service().given.member(ada, "member", "Max");
  const { ids, operation_id } = await threeContacts(ada);
  await max.call("records.addNote", { id: ids[0] ?? "", text: "Called" });

  const own = await ada.call("records.operations", {});
  assert.deepEqual(
    own.items.map(({ operation_id: id, by, via, kinds, count, records }) => [id, by, via, kinds, count, records.map((one) => one.title)]),
    [[operation_id, "Ada", "web", ["record.created"], 3, ["A", "B", "C"]]],
  );
  const all = await ada.call("records.operations", { by: "everyone" });
  assert.deepEqual(
    all.items.map(({ by, kinds }) => [by, kinds]),
    [
      ["Max", ["note.added"]],
      ["Ada", ["record.created"]],
    ],
  );
  const stranger = await service().given.admin();
  assert.deepEqual((await stranger.call("records.operations", { by: "everyone" })).items, []);
});

test("undo of the last takes the caller's own latest change, and never an undo", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { ids } = await threeContacts(max);
  for (const city of ["York", "Leeds"]) await max.call("records.update", { id: ids[0] ?? "", values: { city } });
  await ada.call("records.update", { id: ids[1] ?? "", values: { city: "Cork" } });

  await max.call("records.undo", { id: "last" });
  assert.deepEqual(await citiesOf(ada), ["York", "Cork", null]);
  // Said again: the change before it. An undo that is undone counts as not done.
  const again = await max.call("records.undo", { id: "last" });
  assert.deepEqual(await citiesOf(ada), [null, "Cork", null]);
  await max.call("records.undo", { id: again.operation_id });
  assert.deepEqual(await citiesOf(ada), ["York", "Cork", null]);
  await max.call("records.undo", { id: "last" });
  assert.deepEqual(await citiesOf(ada), [null, "Cork", null]);
  await assert.rejects(max.call("records.undo", { id: "last" }), { code: "cannot_undo" });
  await assert.rejects((await service().given.admin()).call("records.undo", { id: "last" }), { code: "not_found" });
});

test("what others changed since, however many records, hides nobody's own latest change", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { operation_id } = await max.call("records.create", { type: "contact", values: { name: "Mine" } });
  await ada.call("records.create", { type: "contact", values: { name: "Row" } });
  // As if that call had created 21,000 records.
  await service().database.query(
    `insert into events (company_id, id, at, type, subject_type, subject_id, actor_user, via, operation, operation_id, request_id, data)
     select company_id, uuid_at(now() + n * interval '1 ms'), at, type, subject_type, gen_random_uuid(), actor_user, via, operation, operation_id, request_id, data
     from events cross join generate_series(1, 21000) as n
     where subject_type = 'rec' and actor_user = (select id from users where email = $1)`,
    [ada.email],
  );

  const own = await max.call("records.operations", {});
  assert.deepEqual(
    own.items.map(({ operation_id: id, count }) => [id, count]),
    [[operation_id, 1]],
  );
  assert.equal((await max.call("records.undo", { id: "last" })).records, 1);
});

test("undo says what it took back", async () => {
  const ada = await service().given.admin();
  const { ids } = await threeContacts(ada);
  const { operation_id } = await ada.call("records.batch", {
    type: "contact",
    items: ids.map((id) => ({ id, values: { city: "Leeds" } })),
  });
  const named = (title: string, at: number) => ({ id: ids[at], type: "contact", title });

  const part = await ada.call("records.undo", { id: operation_id, records: [ids[1] ?? ""] });
  assert.deepEqual(part.undone, { kinds: ["record.updated"], records: [named("B", 1)] });
  const undone = await ada.call("records.undo", { id: part.operation_id });
  assert.deepEqual(undone.undone, { kinds: ["record.updated"], records: [named("B", 1)] });
  const all = await ada.call("records.undo", { id: "last" });
  assert.deepEqual(all.undone, { kinds: ["record.updated"], records: ["A", "B", "C"].map(named) });
});

test("undo of a part sets back only the records named, and refuses records that the operation did not change", async () => {
  const ada = await service().given.admin();
  const { ids } = await threeContacts(ada);
  const items = ids.map((id) => ({ id, values: { city: "Leeds" } }));
  const { operation_id } = await ada.call("records.batch", { type: "contact", items });

  const { record: other } = await ada.call("records.create", { type: "deal", values: { name: "Other" } });
  await assert.rejects(ada.call("records.undo", { id: operation_id, records: [other.id] }), { code: "invalid_input" });
  assert.equal((await ada.call("records.undo", { id: operation_id, records: [ids[1] ?? ""] })).records, 1);
  assert.deepEqual(await citiesOf(ada), ["Leeds", null, "Leeds"]);
});

test("half a merge cannot be undone, and a change of no record says so", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { ids } = await threeContacts(ada);
  const merged = await ada.call("records.merge", { type: "contact", into: ids[0] ?? "", from: [ids[1] ?? ""] });
  await assert.rejects(ada.call("records.undo", { id: merged.operation_id, records: [ids[1] ?? ""] }), /undone as a whole/);
  const field = await ada.call("types.addField", { type: "deal", key: "own", label: "Own", field_type: "text" });
  await assert.rejects(ada.call("records.undo", { id: field.operation_id }), /changed no record/);
  await assert.rejects(max.call("records.undo", { id: field.operation_id }), { code: "not_found" });
});
