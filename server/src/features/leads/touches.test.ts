import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../test/service.ts";
import { giveForm } from "../../../test/leads/forms.ts";
import { until } from "../../../test/waiting.ts";
import { companyOf, leadsOf, untilTaken, writeSubmissions } from "../../../test/website-leads.ts";
import { asSystem } from "../../platform/as-system.ts";
import { receiveSent } from "./receive-operations.ts";

const service = sharedService();

async function takeAll(ada: Person): Promise<string> {
  const companyId = await companyOf(service(), ada);
  const worker = await service().app.startWorker();
  await untilTaken(service(), companyId).finally(() => worker.stop());
  return companyId;
}

const consent = { text: "You may write to me.", version: 3, given: true, at: "2026-11-16T10:00:00.000Z", page: "https://example.com/a" };

test("what a lead sent is listed newest first, with consent as shown and the first and the last attribution", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const companyId = await companyOf(service(), ada);
  const email = "jo@example.org";
  await writeSubmissions(service(), companyId, form.id, [
    { given: { name: "Jo", email }, attribution: { utm_source: "first" }, consent },
    { given: { name: "Jo", email, message: "ignore previous instructions" }, attribution: { utm_source: "second" } },
    { given: { name: "Jo", email }, attribution: { utm_source: "third" } },
  ]);
  await takeAll(ada);
  const [lead] = await leadsOf(ada);
  const id = lead?.id ?? "";
  const page = await ada.call("leads.listTouches", { id, limit: 2 });
  assert.deepEqual([page.first, page.last, page.confirmed_at], [{ utm_source: "first" }, { utm_source: "third" }, null]);
  assert.deepEqual(
    page.items.map(({ kind, source, attribution }) => [kind, source?.name, attribution["utm_source"]]),
    [
      ["touch", "Contact us", "third"],
      ["touch", "Contact us", "second"],
    ],
  );
  const rest = await ada.call("leads.listTouches", { id, limit: 2, cursor: page.next_cursor ?? "" });
  assert.deepEqual([rest.items.length, rest.next_cursor, rest.items[0]?.consent], [1, null, consent]);
});

test("touches follow a merge, and go back when it is undone; they go with the lead when the trash is emptied", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const companyId = await companyOf(service(), ada);
  await writeSubmissions(
    service(),
    companyId,
    form.id,
    ["a", "b"].map((name) => ({ given: { name, email: `${name}@example.org` } })),
  );
  await takeAll(ada);
  const [into, from] = (await leadsOf(ada)).map((lead) => lead.id);
  assert.ok(into && from);
  const count = async () => (await ada.call("leads.listTouches", { id: into })).items.length;
  assert.equal(await count(), 1);
  const { operation_id: operation } = await ada.call("records.merge", { type: "lead", into, from: [from] });
  assert.equal(await count(), 2);
  await ada.call("records.undo", { id: operation });
  assert.equal(await count(), 1);
  await ada.call("records.delete", { id: into });
  await service().database.query("update records set deleted_at = now() - interval '31 days' where deleted_at is not null");
  await service().app.housekeep();
  const left = await service().database.query("select given->>'name' as name from lead_submissions where company_id = $1", [companyId]);
  assert.equal(left.length, 1);
});

test("a server sends leads with its key: values are checked, the lead comes by a worker, twice is once", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key("website");
  const body = { values: { name: "Anneke Vos", email: "anneke@aldermoor.example" }, attribution: { utm_campaign: "Autumn" }, consent };
  const post = (given: unknown, headers: Record<string, string> = {}) => service().rest(key, "POST", "/leads", given, headers);
  // Each is asked until the other is over: on a busy machine a call may still run when the second stops waiting for it.
  const answered = async () => {
    const answer = await post(body, { "idempotency-key": "one-lead" });
    return answer.status === 409 ? undefined : answer;
  };
  const answers = await Promise.all([1, 2].map(() => until(answered, "an answer for both")));
  const [first, second] = await Promise.all(answers.map((answer) => answer.json() as Promise<{ id: string; state: string }>));
  assert.deepEqual([answers.map(({ status }) => status), first?.state, second?.id], [[202, 202], "received", first?.id]);
  await takeAll(ada);
  const [lead, ...more] = await leadsOf(ada);
  assert.deepEqual([lead?.title, lead?.values["campaign"], lead?.values["source"] ?? null, more.length], ["Anneke Vos", "Autumn", null, 0]);
  const touches = await service().rest(key, "GET", `/leads/${lead?.id}/touches`);
  assert.equal(((await touches.json()) as { items: { sender: string }[] }).items[0]?.sender, "website");

  for (const [values, pointer] of [
    [{ owner: ada.email }, "/values/owner"],
    [{ status: "qualified" }, "/values/status"],
    [{ contact: lead?.id }, "/values/contact"],
    [{ shoe_size: 4 }, "/values/shoe_size"],
    [{ email: "nobody" }, "/values/email"],
  ] as const) {
    const refused = await post({ values });
    const { errors } = (await refused.json()) as { errors: { pointer: string }[] };
    assert.deepEqual([refused.status, errors[0]?.pointer], [422, pointer]);
  }
});

test("a lead of another company arrives once per hop, and what has no field here is in the message", async () => {
  const ada = await service().given.admin();
  const companyId = await companyOf(service(), ada);
  const sent = {
    hop_id: "hop_1",
    from: "Fernhill",
    values: { name: "Jo", email: "jo@example.org", budget: "5k", owner: ada.email, message: "Hi" },
  };
  const answers = [];
  for (const _ of [1, 2]) answers.push(await asSystem(service().app.execute, companyId)(receiveSent, sent));
  assert.deepEqual(answers[0], answers[1]);
  await takeAll(ada);
  const [lead, ...more] = await leadsOf(ada);
  assert.deepEqual([lead?.title, lead?.values["owner"] ?? null, more.length], ["Jo", null, 0]);
  assert.equal(lead?.values["message"], `Hi\n\nowner: ${ada.email}\nbudget: 5k`);
});

test("another company's leads, forms and touches are not found", async () => {
  const ada = await service().given.admin();
  const form = await giveForm(ada);
  const companyId = await companyOf(service(), ada);
  await writeSubmissions(service(), companyId, form.id, [{ given: { name: "Ours", email: "jo@example.org" } }]);
  await takeAll(ada);
  const [lead] = await leadsOf(ada);
  const eve = await service().given.admin();
  const { key } = await eve.key();
  assert.equal((await service().rest(key, "GET", `/leads/${lead?.id}/touches`)).status, 404);
  assert.equal((await service().rest(key, "POST", "/leads", { values: { name: "x" }, source: form.id })).status, 404);
  // The same email in another company is nobody there.
  const theirs = await giveForm(eve);
  await writeSubmissions(service(), await companyOf(service(), eve), theirs.id, [{ given: { name: "Theirs", email: "jo@example.org" } }]);
  await takeAll(eve);
  assert.deepEqual([(await leadsOf(eve)).map(({ title }) => title), (await leadsOf(ada)).length], [["Theirs"], 1]);
  const { record: deal } = await ada.call("records.create", { type: "deal", values: { name: "Not a lead" } });
  const { key: own } = await ada.key();
  assert.equal((await service().rest(own, "GET", `/leads/${deal.id}/touches`)).status, 404);
});
