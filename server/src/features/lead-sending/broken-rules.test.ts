/* oxlint-disable unicorn/no-thenable -- `then` is the word people read in a rule: when, then, only */
import assert from "node:assert/strict";
import { test } from "node:test";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor, type GivenRule } from "../../../test/lead-routing.ts";
import { giveForm, sendForm } from "../../../test/leads/forms.ts";
import { sharedService, type Person } from "../../../test/service.ts";
import { untilTaken } from "../../../test/website-leads.ts";

const service = sharedService({ extraFeatures: [routingFeature], env: { OUTBOUND_ALLOW: "127.0.0.1" } });

async function firstStep(ada: Person, id: string) {
  const { items } = await ada.call("leadSending.listDecisions", { id });
  return { outcome: items[0]?.outcome.to, result: items[0]?.steps[0]?.result, sentence: items[0]?.steps[0]?.sentence };
}

/** A version of the rules that nobody could save: a stored version never changes, so it is a new one. */
async function breakFilter(company: string, place: number, filter: string): Promise<void> {
  await service().database.query(
    `insert into lead_rules (company_id, version, rules, saved_by, saved_at)
     select company_id, version + 1, jsonb_set(rules, array[$2::text, 'filter'], to_jsonb($3::text)), saved_by, saved_at
     from lead_rules where company_id = $1 order by version desc limit 1`,
    [company, String(place), filter],
  );
}

test("a rule with a retired field is a step that says so, and the next rule takes the lead", async () => {
  const ada = await service().given.admin();
  await ada.call("leadSending.saveRules", { rules: [ruleFor([ada], { name: "Old", filter: "campaign:fair" }), ruleFor([ada])] });
  await ada.call("types.updateField", { type: "lead", field: "campaign", retired: true });
  const [id = ""] = await makeLeads(ada, 1);
  await routeIn(service(), await companyOf(ada))({ leads: [id] });
  const step = await firstStep(ada, id);
  assert.deepEqual([step.result, step.outcome], ["broken", "Ada Admin"]);
  assert.match(step.sentence ?? "", /The rule cannot work: .*campaign/);
  const { rules } = await ada.call("leadSending.getRules", {});
  assert.match(String(rules[0]?.problem), /campaign/, "the list says so too");
});

test("people who left and a destination that is gone are steps, and the lead stays", async () => {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const made = await ada.call("leadSending.createDestination", { kind: "email", name: "Partner", email: "leads@partner.example" });
  const gone = made.destination.id;
  const send: GivenRule["then"] = { kind: "send", destination_id: gone };
  await ada.call("leadSending.saveRules", {
    rules: [ruleFor([max], { name: "Left" }), ruleFor([], { name: "Partner", then: send }), ruleFor([max], { name: "Also left" })],
  });
  await ada.call("members.update", { id: max.userId, disabled: true });
  await ada.call("leadSending.deleteDestination", { id: gone });
  const [id = ""] = await makeLeads(ada, 1);
  await routeIn(service(), await companyOf(ada))({ leads: [id] });
  const { items } = await ada.call("leadSending.listDecisions", { id });
  assert.deepEqual(
    items[0]?.steps.map(({ result, sentence }) => [result, sentence]),
    [
      ["gone", "All its people left the company."],
      ["gone", "Its destination was deleted."],
      ["gone", "All its people left the company."],
    ],
  );
  assert.equal(items[0]?.outcome.kind, "none");
  assert.match(items[0]?.sentence ?? "", /^Nobody got this lead: no rule took it\./);
});

test("a filter that PostgreSQL cannot run takes no lead from the other rules", async () => {
  const ada = await service().given.admin();
  const company = await companyOf(ada);
  const filters = ["company:fernhill", "campaign:fair", ""];
  await ada.call("leadSending.saveRules", { rules: filters.map((filter, at) => ruleFor([ada], { name: `Rule ${at + 1}`, filter })) });
  // A date that no timestamp can hold.
  await breakFilter(company, 0, 'created_at>"9999999-01-01"');
  const [id = ""] = await makeLeads(ada, 1, { campaign: "fair" });
  await routeIn(service(), company)({ leads: [id] });
  const { items } = await ada.call("leadSending.listDecisions", { id });
  assert.deepEqual([items[0]?.rule_number, items[0]?.steps[0]?.result], [2, "broken"]);
});

test("with a retired field, people who left, a broken filter and a lost destination a form still takes what visitors send", async () => {
  const own = service();
  const ada = await own.given.admin();
  const max = await own.given.member(ada);
  const company = await companyOf(ada);
  const form = await giveForm(ada);
  const { destination } = await ada.call("leadSending.createDestination", {
    kind: "email",
    name: "Partner",
    email: "leads@partner.example",
  });
  const rules = [
    ruleFor([ada], { name: "Retired", filter: "campaign:fair" }),
    ruleFor([max], { name: "Left" }),
    ruleFor([ada], { name: "Broken", filter: "company:fernhill" }),
    ruleFor([], { name: "Lost", then: { kind: "send", destination_id: destination.id } }),
  ];
  await ada.call("leadSending.saveRules", { rules });
  await ada.call("types.updateField", { type: "lead", field: "campaign", retired: true });
  await ada.call("members.update", { id: max.userId, disabled: true });
  await ada.call("leadSending.deleteDestination", { id: destination.id });
  await breakFilter(company, 2, "company:(");

  const answer = await sendForm(own, form.public_id, { name: "Ines Vos", email: "ines@example.com" });
  assert.deepEqual([answer.status, await answer.json()], [202, { received: true }]);
  const worker = await own.app.startWorker();
  await untilTaken(own, company).finally(() => worker.stop());
  const { items: leads } = await ada.call("records.list", { type: "lead" });
  assert.deepEqual(
    leads.map((lead) => lead.title),
    ["Ines Vos"],
  );
  const { items } = await ada.call("leadSending.listDecisions", { id: leads[0]?.id ?? "" });
  assert.deepEqual(
    items[0]?.steps.map(({ result }) => result),
    ["broken", "gone", "broken", "gone"],
  );
  for (const { sentence } of items[0]?.steps ?? []) assert.match(sentence, /cannot work: .|left the company|was deleted/);
});

test("rules are refused with ids of another company, a filter that means nothing, and @me", async () => {
  const ada = await service().given.admin();
  const eve = await service().given.admin();
  const refused = async (rule: GivenRule) => {
    const response = await ada.post("leadSending.saveRules", { rules: [rule] });
    const { errors } = (await response.json()) as { errors: { pointer: string; message: string }[] };
    return [response.status, errors[0]?.pointer, errors[0]?.message];
  };
  assert.deepEqual(await refused(ruleFor([eve])), [422, "/rules/0/then/people/0/user_id", "Member not found."]);
  assert.deepEqual((await refused(ruleFor([ada], { filter: "nothing:x" }))).slice(0, 2), [422, "/rules/0/filter"]);
  assert.deepEqual((await refused(ruleFor([ada], { filter: "owner:@me" })))[2], "A rule has no @me: it runs for everyone.");
  const foreign = { kind: "send" as const, destination_id: "dst_01k9y3m5t7v9x1b3d5f7h9jkm0" };
  assert.deepEqual(await refused(ruleFor([], { then: foreign })), [422, "/rules/0/then/destination_id", "Destination not found."]);
});

test("two who save at once do not overwrite each other, and an earlier version comes back", async () => {
  const ada = await service().given.admin();
  const { key } = await ada.key();
  await ada.call("leadSending.saveRules", { rules: [ruleFor([ada], { name: "One" })], note: "First" });
  const read = await service().rest(key, "GET", "/lead-rules");
  assert.equal(read.headers.get("etag"), '"1"');
  const saves = await Promise.all(
    ["Two", "Three"].map((name) => service().rest(key, "PUT", "/lead-rules", { rules: [ruleFor([ada], { name })] }, { "if-match": '"1"' })),
  );
  assert.deepEqual(
    saves.map((one) => one.status).toSorted((one, other) => one - other),
    [200, 412],
  );
  const back = await ada.call("leadSending.restoreRuleVersion", { version: 1 });
  assert.deepEqual([back.version, back.rules[0]?.name, back.note], [3, "One", "Back to version 1"]);
  const { items } = await ada.call("leadSending.listRuleVersions", {});
  assert.deepEqual(
    items.map((one) => one.version),
    [3, 2, 1],
  );
  const max = await service().given.member(ada);
  assert.equal((await max.post("leadSending.saveRules", { rules: [] })).status, 403);
  assert.equal((await max.call("leadSending.getRules", {})).version, 3);
});
