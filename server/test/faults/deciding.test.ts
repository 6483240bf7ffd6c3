import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "../../src/kernel/errors.ts";
import type { Facts } from "../../src/features/lead-sending/decide/facts.ts";
import { companyOf, makeLeads, routeIn, routingFeature, ruleFor } from "../lead-routing.ts";
import { inService, type Person, type Service } from "../service.ts";

// Small in the normal suite; `npm run test:faults -- deciding` runs the full sizes.
const IS_FULL = process.env["FAULTS"] === "full";
const size = (small: number, full: number) => (IS_FULL ? full : small);
const AT_ONCE = 20;
const WEEK_MS = 7 * 24 * 3_600_000;
const options = { extraFeatures: [routingFeature], env: { DATABASE_CONNECTIONS: "24" } };

/**
 * Decides leads from 20 callers at once, each with one transaction after the other, of one to `most` leads. Who is told that the service is
 * busy asks again, as a worker does.
 */
async function routeAtOnce(service: Service, company: string, leads: string[], most = 1): Promise<void> {
  const waiting = [...leads];
  const route = routeIn(service, company);
  const caller = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 1 + Math.floor(Math.random() * most));
      await route({ leads: batch }).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.status !== 503) throw error;
        waiting.push(...batch);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
}

const decisions = (service: Service, company: string) =>
  service.database.query(
    "select n::int as n, rule_id, user_id, kind, facts::text as facts from lead_decisions where company_id = $1 order by n",
    [company],
  ) as Promise<{ n: number; rule_id: string | null; user_id: string | null; kind: string; facts: string }[]>;

/** How far anybody ever was from their exact share, in leads. */
function worstPrefix(users: (string | null)[], weights: Map<string, number>): number {
  const total = [...weights.values()].reduce((sum, one) => sum + one, 0);
  const got = new Map<string, number>();
  let worst = 0;
  for (const [at, user] of users.entries()) {
    if (user) got.set(user, (got.get(user) ?? 0) + 1);
    for (const [id, weight] of weights) worst = Math.max(worst, Math.abs((got.get(id) ?? 0) - ((at + 1) * weight) / total));
  }
  return worst;
}

async function three(service: Service): Promise<{ ada: Person; people: Person[]; company: string; ids: string[] }> {
  const ada = await service.given.admin();
  const people = [ada, await service.given.member(ada, "member", "Max Member"), await service.given.member(ada, "member", "Priya Member")];
  const company = await companyOf(ada);
  const rows = await service.database.query("select id, name from users where company_id = $1", [company]);
  const idOf = (name: string) => String(rows.find((row) => row["name"] === name)?.["id"]);
  return { ada, people, company, ids: ["Ada Admin", "Max Member", "Priya Member"].map(idOf) };
}

const WEIGHTS = [5, 3, 2];
const weighted = (people: Person[]) => ruleFor(people.map(({ userId }, at) => ({ userId, weight: WEIGHTS[at] ?? 1 })));

test(
  "weights hold within one lead at every prefix, from 20 callers at once",
  inService(async (service, t) => {
    const { ada, people, company, ids } = await three(service);
    await ada.call("leadSending.saveRules", { rules: [weighted(people)] });
    const leads = await makeLeads(ada, size(200, 2_000));
    const started = performance.now();
    await routeAtOnce(service, company, leads);
    const seconds = (performance.now() - started) / 1000;
    const rows = await decisions(service, company);
    assert.deepEqual(
      rows.map((row) => row.n),
      leads.map((_, at) => at + 1),
      "every lead has a number of its own",
    );
    const worst = worstPrefix(
      rows.map((row) => row.user_id),
      new Map(ids.map((id, at) => [id, WEIGHTS[at] ?? 1])),
    );
    t.diagnostic(`${leads.length} leads, ${Math.round(leads.length / seconds)} a second, worst prefix ${worst.toFixed(2)} leads`);
    assert.ok(worst <= 1, `${worst} leads from the exact share`);
  }, options),
);

/** As if nobody waited for anybody: the lock answers nothing, and numbers come from a sequence. */
const WITHOUT_LOCK = `
  create function no_lock() returns trigger language plpgsql as 'begin return null; end';
  create trigger no_lock before insert on lead_routing for each row execute function no_lock();
  create sequence lead_n; grant usage on sequence lead_n to kith_app;
  create function any_n() returns trigger language plpgsql as 'begin new.n := nextval(''lead_n''); return new; end';
  create trigger any_n before insert on lead_decisions for each row execute function any_n()`;

test(
  "without the company's lock the same run goes wrong",
  inService(async (service, t) => {
    const { ada, people, company, ids } = await three(service);
    const most = size(20, 200);
    await ada.call("leadSending.saveRules", { rules: [{ ...weighted(people), caps: [{ per: "day", most }] }, weighted(people)] });
    const leads = await makeLeads(ada, size(200, 2_000));
    await service.database.query(WITHOUT_LOCK);
    await routeAtOnce(service, company, leads);
    const rows = await decisions(service, company);
    const worst = worstPrefix(
      rows.map((row) => row.user_id),
      new Map(ids.map((id, at) => [id, WEIGHTS[at] ?? 1])),
    );
    const capped = rows.filter((row) => row.rule_id === rows[0]?.rule_id).length;
    t.diagnostic(`worst prefix ${worst.toFixed(1)} leads, cap ${most} given ${capped}`);
    assert.ok(worst > 1 || capped > most, "the lock is what makes it exact");
  }, options),
);

test(
  "caps of a rule and of a person are never exceeded by one",
  inService(async (service, t) => {
    const { ada, people, company } = await three(service);
    const total = size(400, 10_000);
    const [perRule, perPerson, second] = [Math.floor(total * 0.6), Math.floor(total * 0.19), Math.floor(total * 0.1)];
    await ada.call("leadSending.saveRules", {
      rules: [
        { ...weighted(people), name: "First", caps: [{ per: "day", most: perRule }], per_person: [{ per: "month", most: perPerson }] },
        { ...weighted(people), name: "Second", caps: [{ per: "month", most: second }] },
      ],
    });
    const leads = await makeLeads(ada, total);
    await routeAtOnce(service, company, leads, 7);
    const rows = await decisions(service, company);
    const [first] = rows.map((row) => row.rule_id);
    const count = (isIt: (row: (typeof rows)[number]) => boolean) => rows.filter(isIt).length;
    const byPerson = new Map(
      [
        ...Map.groupBy(
          rows.filter((row) => row.rule_id === first),
          (row) => row.user_id,
        ),
      ].map(([id, own]) => [id, own.length]),
    );
    t.diagnostic(`${total} leads: ${[...byPerson.values()].join(", ")} of ${perPerson}; second rule ${second}`);
    assert.deepEqual([...byPerson.values()], [perPerson, perPerson, perPerson], "each has as many as allowed, and not one more");
    assert.equal(
      count((row) => row.rule_id !== first && row.kind === "assign"),
      second,
    );
    assert.equal(
      count((row) => row.kind === "none"),
      total - 3 * perPerson - second,
    );
    const [counted] = await service.database.query(
      "select max(n) as most from lead_counts where company_id = $1 and rule_id = $2 and who <> rule_id and per = 'month'",
      [company, first],
    );
    assert.equal(counted?.["most"], perPerson);
  }, options),
);

test(
  "somebody back after a week gets their share from then on, and no more",
  inService(async (service) => {
    const { ada, people, company, ids } = await three(service);
    await ada.call("leadSending.saveRules", { rules: [ruleFor(people)] });
    const priya = people[2];
    const back = new Date(service.clock.now().getTime() + WEEK_MS);
    await ada.call("leadSending.addAbsence", {
      user: String(priya?.userId),
      from: new Date(service.clock.now().getTime() - 1000).toISOString(),
      to: back.toISOString(),
    });
    const leads = await makeLeads(ada, size(150, 1_200));
    const before = leads.splice(0, Math.floor(leads.length / 3));
    await routeAtOnce(service, company, before);
    service.clock.advance(WEEK_MS + 1000);
    await routeAtOnce(service, company, leads);
    const rows = await decisions(service, company);
    const users = rows.map((row) => row.user_id);
    assert.ok(!users.slice(0, before.length).includes(ids[2] ?? ""), "nothing while away");
    const after = users.slice(before.length);
    const worst = worstPrefix(after, new Map(ids.map((id) => [id, 1])));
    assert.ok(worst < 2, `${worst} leads from the share since they are back`);
    for (const id of ids) assert.ok(Math.abs(after.filter((one) => one === id).length - after.length / 3) <= 1);
    const firstFacts = JSON.parse(rows[0]?.facts ?? "{}") as Facts;
    assert.equal(firstFacts.people[ids[2] ?? ""]?.absentUntil, back.toISOString());
  }, options),
);
