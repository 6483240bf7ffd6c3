import assert from "node:assert/strict";
import { test } from "node:test";
import type { InputOf } from "../../contract.ts";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor, type GivenRule } from "../../../test/lead-routing.ts";
import { measured } from "../../../test/measured.ts";
import { sharedService, type Person } from "../../../test/service.ts";

const service = sharedService({ extraFeatures: [routingFeature] });

/** Everything that a trial could have written. */
const written = async (company: string) =>
  JSON.stringify(
    await service().database.query(
      `select (select count(*) from events where company_id = $1) as events, (select n from lead_routing where company_id = $1) as n,
         (select max(version) from lead_rules where company_id = $1) as version, (select count(*) from lead_deliveries where company_id = $1) as hops,
         (select json_agg(t order by t.rule_id, t.who) from lead_turns t where company_id = $1) as turns,
         (select json_agg(c order by c.rule_id, c.who, c.per) from lead_counts c where company_id = $1) as counts,
         (select json_agg(r.owner_id order by r.id) from records r where company_id = $1) as owners`,
      [company],
    ),
  );

async function history(more: Partial<GivenRule>[] = [{}]) {
  const ada = await service().given.admin();
  const max = await service().given.member(ada);
  const company = await companyOf(ada);
  const { rules } = await ada.call("leadSending.saveRules", { rules: more.map((one) => ruleFor([ada, max], one)) });
  const kept = rules.map(({ last_100: _l, meters: _m, next: _n, problem: _p, ...rule }) => rule);
  const leads = await makeLeads(ada, 50, { campaign: "fair" });
  leads.push(...(await makeLeads(ada, 50, { campaign: "web" })));
  for (let at = 0; at < leads.length; at += 7) await routeIn(service(), company)({ leads: leads.slice(at, at + 7) });
  return { ada, max, company, leads, rules: kept };
}

const tryOut = (ada: Person, rules: GivenRule[]) => ada.call("leadSending.tryRules", { rules });

test("the rules as they are change nothing about the last 100 leads, and a trial writes nothing", async () => {
  const { ada, company, rules } = await history([
    { name: "Fair", filter: "campaign:fair created_at:-14d..now", caps: [{ per: "day", most: 20 }] },
    { name: "Few for each", filter: "campaign:fair", per_person: [{ per: "day", most: 4 }] },
    { name: "Rest" },
  ]);
  const before = await written(company);
  const trial = await tryOut(ada, rules);
  assert.equal(trial.leads, 100);
  assert.deepEqual(trial.changed, []);
  assert.deepEqual(
    trial.rules.map(({ name, count, was }) => [name, count, was]),
    [
      ["Fair", 20, 20],
      ["Few for each", 8, 8],
      ["Rest", 72, 72],
    ],
  );
  assert.equal(await written(company), before);
});

test("only what would change is told, with the reason", async () => {
  const { ada, max, rules } = await history();
  const [everyone] = rules;
  assert.ok(everyone);
  const fair = ruleFor([max], { name: "Fair leads", filter: "campaign:fair", caps: [{ per: "day", most: 10 }] });
  const trial = await tryOut(ada, [fair, everyone]);
  assert.deepEqual(
    trial.rules.map((rule) => [rule.count, rule.was]),
    [
      [10, 0],
      [90, 100],
    ],
  );
  const max10 = trial.people.find((one) => one.id === max.userId);
  assert.equal(max10?.was, 50);
  assert.ok(trial.changed.every((one) => one.before.user !== one.after.user || one.before.rule !== one.after.rule));
  const moved = trial.changed.filter((one) => one.after.rule_name === "Fair leads");
  assert.equal(moved.length, 10);
  assert.deepEqual(trial.same, [], "the others are told if they are asked for");
  const all = await ada.call("leadSending.tryRules", { rules: [fair, everyone], with_all: true });
  assert.equal(new Set([...all.changed, ...all.same].map(({ lead }) => lead)).size, 100);
  assert.ok(all.same.every((one) => one.after.rule_name === everyone.name));
  assert.match(moved[0]?.sentence ?? "", /^Now rule 1, “Fair leads”, instead of rule 1/);
});

measured("a trial of 100 leads takes at most half a second, with 20 rules", async () => {
  const { ada, max } = await history();
  const rules = Array.from({ length: 20 }, (_, at) =>
    ruleFor([ada, max], {
      name: `Rule ${at}`,
      filter: `campaign:c${at} company~x${at}`,
      caps: [{ per: "day", most: 5 }],
      per_person: [{ per: "hour", most: 3 }],
    }),
  );
  await tryOut(ada, rules);
  const times = [];
  for (let run = 0; run < 5; run++) times.push((await tryOut(ada, rules)).ms);
  assert.ok(Math.min(...times) <= 500, `${times.join(", ")} ms`);
});

test("a member cannot try rules, and people of another company are nobody", async () => {
  const { ada, max, leads } = await history();
  const eve = await service().given.admin("Eve Foreign");
  assert.equal((await max.post("leadSending.tryRules", { rules: [] })).status, 403);
  const trial = await tryOut(ada, [ruleFor([eve])]);
  assert.equal(trial.unassigned.count, leads.length);
  assert.doesNotMatch(JSON.stringify(trial), /Eve Foreign/);
});

test("an assistant changes one rule by its name, in a trial only", async () => {
  const { ada, company } = await history([{ name: "Fair", filter: "campaign:fair" }, { name: "Rest" }]);
  const before = await written(company);
  const call = (changes: InputOf<"leadSending.tryRuleChanges">["changes"]) => ada.call("leadSending.tryRuleChanges", { changes });
  const counts = async (changes: Parameters<typeof call>[0]) =>
    (await call(changes)).rules.map(({ name, count, was }) => [name, count, was]);
  const saved = [
    ["Fair", 50, 50],
    ["Rest", 50, 50],
  ];
  assert.deepEqual(await counts([]), saved);
  assert.deepEqual(await counts([{ rule: "fair", day_cap: 10 }]), [
    ["Fair", 10, 50],
    ["Rest", 90, 50],
  ]);
  assert.deepEqual(await counts([{ rule: "Rest", is_on: false }]), [
    ["Fair", 50, 50],
    ["Rest", 0, 50],
  ]);
  assert.deepEqual(await counts(undefined), saved, "the saved rules are as they were");
  await assert.rejects(call([{ rule: "Nobody's" }]), { code: "invalid_input" });
  assert.equal(await written(company), before);
});
