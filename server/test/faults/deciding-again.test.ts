import assert from "node:assert/strict";
import { test } from "node:test";
import { rerun } from "../../src/features/lead-sending/decide/needed-facts.ts";
import type { Facts } from "../../src/features/lead-sending/decide/facts.ts";
import type { Rule } from "../../src/features/lead-sending/shapes.ts";
import { newId } from "../../src/platform/random.ts";
import { companyOf, makeLeads, routeIn, routingFeature } from "../lead-routing.ts";
import { inService } from "../service.ts";

// Small in the normal suite; `npm run test:faults -- deciding` runs the full size.
const LISTS = process.env["FAULTS"] === "full" ? 1_000 : 60;
const ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
const FILTERS = [
  "",
  "company:fernhill",
  "status:new campaign:fair",
  "created_at:-14d..now",
  "owner:@unassigned",
  "contact.organization.name~fern",
  "no:contact",
  "none(contact, email~example)",
  "retired_field:x",
  "company:((",
  "-company:corrin",
  "(company:fernhill or campaign:fair)",
];
const HOUR_MS = 3_600_000;

/** Numbers that only depend on where one starts. */
function chanceFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, is: (share: number) => next() < share, one: <T>(list: readonly T[]) => list[below(list.length)] as T };
}
type Chance = ReturnType<typeof chanceFrom>;

const twoDigits = (hour: number) => `${String(hour).padStart(2, "0")}:${hour % 2 === 0 ? "00" : "30"}`;

function randomRule(chance: Chance, at: number, people: readonly string[]): Rule {
  const most = () => chance.below(30) + 1;
  return {
    id: newId(),
    name: `Rule ${at + 1}`,
    is_on: chance.is(0.9),
    filter: chance.one(FILTERS),
    // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule
    then: chance.is(0.15)
      ? { kind: "send", destination_id: newId(), on_unknown: "hold" }
      : {
          kind: "assign",
          how: chance.one(["round_robin", "weighted", "least_loaded"] as const),
          people: people.slice(0, 1 + chance.below(people.length)).map((user_id) => ({ user_id, weight: 1 + chance.below(9) })),
        },
    hours: chance.is(0.5)
      ? {
          zone: chance.one(ZONES),
          days: [1, 2, 3, 4, 5, 6, 7].filter(() => chance.is(0.8)),
          from: twoDigits(chance.below(24)),
          to: twoDigits(chance.below(24)),
        }
      : null,
    caps: chance.is(0.4) ? [{ per: chance.one(["hour", "day", "month"] as const), most: most() }] : [],
    per_person: chance.is(0.4) ? [{ per: chance.one(["hour", "day", "month"] as const), most: most() }] : [],
  };
}

test(
  "random rules, leads and moments: each stored decision made again is the same to the byte",
  inService(
    async (service, t) => {
      const chance = chanceFrom(12);
      const ada = await service.given.admin();
      for (const name of ["Max Member", "Priya Member", "Joel Member"]) await service.given.member(ada, "member", name);
      const company = await companyOf(ada);
      const users = (await service.database.query("select id from users where company_id = $1 order by id", [company])).map((row) =>
        String(row["id"]),
      );
      const organization = await ada.call("records.create", { type: "organization", values: { name: "Fernhill" } });
      const contact = await ada.call("records.create", {
        type: "contact",
        values: { name: "Nina Rossi", email: "nina@fernhill.example", organization: organization.record.id },
      });
      const leads = [
        ...(await makeLeads(ada, 20, { company: "Fernhill", campaign: "fair", status: "new", contact: contact.record.id })),
        ...(await makeLeads(ada, 20, { company: "Corrin", status: "working" })),
      ];
      const route = routeIn(service, company);
      const key = await ada.key();
      assert.ok(key);
      for (let list = 1; list <= LISTS; list++) {
        const rules = Array.from({ length: 1 + chance.below(6) }, (_, at) => randomRule(chance, at, users));
        await service.database.query(
          "insert into lead_rules (company_id, version, rules, saved_by, saved_at) values ($1, $2, $3, $4, now())",
          [company, list, JSON.stringify(rules), users[0]],
        );
        if (chance.is(0.1)) await randomAbsence(chance, users);
        if (chance.is(0.1)) await randomHours(chance, users);
        await route({ leads: [chance.one(leads), chance.one(leads)].filter((one, at, all) => all.indexOf(one) === at) });
        // Half a year in all, so that the clocks of each zone change on the way.
        service.clock.advance(Math.floor((chance.below(100) / 50) * ((190 * 24 * HOUR_MS) / LISTS)));
      }
      await assertSameAgain();

      async function randomAbsence({ below, one }: Chance, ids: string[]) {
        const from = new Date(service.clock.now().getTime() - below(20) * HOUR_MS);
        const to = new Date(service.clock.now().getTime() + (1 + below(200)) * HOUR_MS);
        const values = [company, newId(), one(ids), from, to, ids[0]];
        await service.database.query(
          "insert into absences (company_id, id, user_id, starts_at, ends_at, created_by, created_at) values ($1, $2, $3, $4, $5, $6, now())",
          values,
        );
      }

      async function randomHours({ below, one }: Chance, ids: string[]) {
        const days = [1, 2, 3, 4, 5].map((day) => ({ day, from: twoDigits(below(24)), to: twoDigits(below(24)) }));
        await service.database.query(
          `insert into working_hours (company_id, id, zone, days, updated_at) values ($1, $2, $3, $4, now())
           on conflict (company_id, id) do update set zone = excluded.zone, days = excluded.days`,
          [company, one([...ids, company]), one(ZONES), JSON.stringify(days)],
        );
      }

      async function assertSameAgain() {
        const rows = await service.database.query(
          `select d.n, d.facts::text as facts, d.steps::text as steps, d.outcome::text as outcome, v.rules
           from lead_decisions d join lead_rules v on v.company_id = d.company_id and v.version = d.rules_version where d.company_id = $1 order by d.n`,
          [company],
        );
        const results = new Map<string, number>();
        for (const row of rows) {
          const facts = JSON.parse(String(row["facts"])) as Facts;
          const again = rerun(row["rules"] as Rule[], facts);
          assert.equal(JSON.stringify(again.steps), row["steps"], `steps of decision ${String(row["n"])}`);
          assert.equal(JSON.stringify(again.outcome), row["outcome"], `outcome of decision ${String(row["n"])}`);
          for (const step of again.steps) results.set(step.result, (results.get(step.result) ?? 0) + 1);
        }
        const bytes = rows.reduce((sum, row) => sum + String(row["facts"]).length + String(row["steps"]).length, 0) / rows.length;
        t.diagnostic(
          `${rows.length} of ${rows.length} the same, ${Math.round(bytes)} bytes each; ${JSON.stringify(Object.fromEntries(results))}`,
        );
        assert.ok(rows.length >= LISTS);
        for (const result of ["taken", "no_match", "off", "closed", "broken", "gone"]) assert.ok(results.has(result), result);
      }
    },
    { extraFeatures: [routingFeature] },
  ),
);
