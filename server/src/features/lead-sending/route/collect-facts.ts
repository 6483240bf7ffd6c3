import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import type { Facts, PersonFacts, Rotation } from "../decide/facts.ts";
import { destinationFacts } from "../send/hops.ts";
import type { Rule } from "../shapes.ts";
import { periodsOf } from "./periods-of.ts";
import * as store from "./store.ts";

export type SharedFacts = Omit<Facts, "matches" | "tried" | "excluded">;
type Changing = "turns" | "counts";
type Where = Pick<Call<Author>, "tx" | "actor">;

/** What all leads of a batch have in common, in a fixed number of statements. */
export async function collectFacts(
  call: Where,
  schema: CompanySchema,
  type: TypeDefinition,
  rules: readonly Rule[],
  at: Date,
): Promise<SharedFacts> {
  const [lasting, changing] = await Promise.all([lastingFacts(call, rules, at), changingFacts(call, schema, rules, at)]);
  return withLoads({ ...lasting, ...changing }, await loadsOf(call, type, rules));
}

/** People, hours and destinations: what no decision changes. It is read before the company's routing is locked. */
export async function lastingFacts({ tx, actor }: Where, rules: readonly Rule[], at: Date): Promise<Omit<SharedFacts, Changing>> {
  const { companyId } = actor;
  const active = rules.filter((rule) => rule.is_on);
  const destinationIds = unique(active.flatMap(({ then }) => (then.kind === "send" ? [then.destination_id] : [])));
  const [personRows, hours, destinations] = await Promise.all([
    store.people(tx, companyId, unique(active.flatMap(peopleOf)), at),
    store.defaultHours(tx, companyId),
    destinationFacts(tx, companyId, destinationIds),
  ]);
  return {
    at: at.toISOString(),
    ...(hours ? { hours } : {}),
    people: Object.fromEntries(personRows.map((row) => [row.id, personFacts(row)])),
    destinations: Object.fromEntries(
      destinationIds.map((id) => {
        const found = destinations.get(id);
        return [id, found ? { name: found.name, isPaused: found.isPaused } : null];
      }),
    ),
  };
}

/** Turns and counts: what every decision changes. Read under the lock. */
export async function changingFacts({ tx, actor }: Where, { timeZone }: CompanySchema, rules: readonly Rule[], at: Date) {
  const active = rules.filter((rule) => rule.is_on);
  const ids = active.map((rule) => rule.id);
  const [turnRows, countRows] = await Promise.all([
    store.turns(tx, actor.companyId, ids),
    store.counts(tx, actor.companyId, periodsOf(active, timeZone, at)),
  ]);
  return { turns: rotations(turnRows), counts: countsBy(countRows) };
}

/** Open leads of those who get leads by load. */
export function loadsOf({ tx, actor }: Where, type: TypeDefinition, rules: readonly Rule[]): Promise<Map<string, number>> {
  const byLoad = rules.filter(({ is_on: isOn, then }) => isOn && then.kind === "assign" && then.how === "least_loaded");
  return store.loads(tx, actor.companyId, type.id, unique(byLoad.flatMap(peopleOf)), openStages(type));
}

export function withLoads(facts: SharedFacts, loads: ReadonlyMap<string, number>): SharedFacts {
  for (const [id, load] of loads) {
    const person = facts.people[id];
    if (person) person.load = load;
  }
  return facts;
}

const unique = (ids: string[]) => [...new Set(ids)];

export const peopleOf = ({ then }: Rule) => (then.kind === "assign" ? then.people.map((one) => one.user_id) : []);

const openStages = (type: TypeDefinition) => {
  const options = type.fields.find((field) => field.key === type.stageField)?.options ?? [];
  return options.filter((option) => option.state !== "won" && option.state !== "lost").map((option) => option.key);
};

function personFacts(row: store.PersonRow): PersonFacts {
  return {
    name: row.name,
    ...(row.is_gone ? { isGone: true as const } : {}),
    ...(row.absent_until ? { absentUntil: row.absent_until.toISOString() } : {}),
    ...(row.zone && row.days ? { hours: { zone: row.zone, days: row.days } } : {}),
    load: 0,
  };
}

function rotations(rows: store.TurnRow[]): Record<string, Rotation> {
  const turns: Record<string, Rotation> = {};
  for (const { rule_id: rule, who, ends, present } of rows) {
    const own = (turns[rule] ??= { now: "0", ends: {}, present: [] });
    if (who === rule) {
      own.now = ends;
      own.present = present ?? [];
    } else own.ends[who] = ends;
  }
  return turns;
}

function countsBy(rows: store.CountRow[]): Facts["counts"] {
  const counts: Facts["counts"] = {};
  for (const { rule_id: rule, who, per, n } of rows) ((counts[rule] ??= {})[who] ??= {})[per] = n;
  return counts;
}
