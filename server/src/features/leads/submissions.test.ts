import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { inService, sharedService, type Person, type Service } from "../../../test/service.ts";

const service = sharedService();

/** Sends `count` submissions that are held. */
async function giveHeld(own: Service, ada: Person, count: number) {
  const form = await giveForm(ada);
  for (let n = 0; n < count; n++)
    await sendForm(own, form.public_id, { name: `Robot ${n}`, email: `r${n}@example.com`, _website: "https://spam.example" });
  const { items } = await ada.call("leads.listSubmissions", { source: form.id, state: "held" });
  return { form, ids: items.map((one) => one.id) };
}

const statesOf = async (ada: Person, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await ada.call("leads.getSubmission", { id })).state));

test("a held submission is released, dropped, and taken back from being dropped", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { ids } = await giveHeld(service(), ada, 3);
  const [first = "", second = "", third = ""] = ids;
  assert.equal((await max.call("leads.dropSubmissions", { ids: [first, second] })).changed, 2);
  assert.deepEqual(await statesOf(ada, ids), ["dropped", "dropped", "held"]);
  assert.equal((await max.call("leads.restoreSubmissions", { ids: [first] })).changed, 1);
  assert.equal((await max.call("leads.releaseSubmissions", { ids })).changed, 2, "what is dropped stays dropped");
  assert.deepEqual(await statesOf(ada, ids), ["received", "dropped", "received"]);
  assert.equal((await max.call("leads.releaseSubmissions", { ids: [third] })).changed, 0, "released twice is released once");
  const { items } = await ada.call("events.list", { limit: 50 });
  const types = items.map((one) => one.type).filter((type) => type.startsWith("submission."));
  assert.deepEqual(types.toSorted(), [
    "submission.dropped",
    "submission.dropped",
    "submission.released",
    "submission.released",
    "submission.restored",
  ]);
});

test("a list has only those of the wanted state and form, newest first, page by page", async () => {
  const ada = await service().given.admin();
  const { form } = await giveHeld(service(), ada, 5);
  const { ids: others } = await giveHeld(service(), ada, 2);
  await ada.call("leads.dropSubmissions", { ids: others });
  const list = (input: object) => ada.call("leads.listSubmissions", input);
  const names = async (input: object) => (await list(input)).items.map((one) => one.given["name"]);
  assert.deepEqual(await names({ source: form.id }), ["Robot 4", "Robot 3", "Robot 2", "Robot 1", "Robot 0"]);
  assert.equal((await names({ state: "dropped" })).length, 2);
  assert.equal((await names({ state: "dropped", source: form.id })).length, 0);
  const first = await list({ limit: 4 });
  const second = await list({ limit: 4, cursor: first.next_cursor ?? "" });
  const both = [...first.items, ...second.items].map((one) => one.id);
  assert.deepEqual(both, both.toSorted().toReversed());
  assert.deepEqual([both.length, second.next_cursor], [7, null]);
  await assert.rejects(list({ state: "held", cursor: first.next_cursor ?? "" }), { code: "bad_cursor" });
});

test("only an Admin sees the address that a submission came from", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const { ids } = await giveHeld(service(), ada, 1);
  assert.equal((await ada.call("leads.getSubmission", { id: ids[0] ?? "" })).ip, "127.0.0.1");
  assert.equal((await max.call("leads.getSubmission", { id: ids[0] ?? "" })).ip, null);
});

test("what is held is announced once for those that came together, after the answer", async () => {
  const ada = await service().given.admin();
  await giveHeld(service(), ada, 3);
  const held = async () => (await ada.call("events.list", { limit: 50 })).items.filter((one) => one.type === "lead.held");
  while ((await held()).length === 0) await setTimeout(100);
  assert.equal((await held()).length, 1);
});

test(
  "what is held goes after 90 days and what is dropped after 30, and nothing else does",
  inService(async (own) => {
    const ada = await own.given.admin();
    const { form, ids } = await giveHeld(own, ada, 4);
    await ada.call("leads.dropSubmissions", { ids: ids.slice(0, 2) });
    const age = (id: string | undefined, days: number) =>
      own.database.query(`update lead_submissions set state_at = now() - interval '${days} days' where given->>'name' = $1`, [id]);
    const { items } = await ada.call("leads.listSubmissions", { source: form.id });
    const names = new Map(items.map((one) => [one.id, one.given["name"]]));
    await age(names.get(ids[0] ?? ""), 31);
    await age(names.get(ids[1] ?? ""), 29);
    await age(names.get(ids[2] ?? ""), 91);
    await age(names.get(ids[3] ?? ""), 89);
    await sendForm(own, form.public_id, { name: "Person", email: "p@example.com" });
    await age("Person", 1_000);
    await own.app.housekeep();
    const left = (await ada.call("leads.listSubmissions", { source: form.id })).items.map((one) => one.given["name"]);
    assert.deepEqual(left, ["Person", names.get(ids[1] ?? ""), names.get(ids[3] ?? "")]);
  }),
);
