import type { Author } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { matchAll, takeApart, type FilterCondition } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import type { Match } from "../decide/facts.ts";
import type { Rule } from "../shapes.ts";
import { showValue } from "./show-value.ts";

type Filtered = Pick<Rule, "id" | "filter">;
type Readable = { id: string; conditions: FilterCondition[] };
type Matches = Map<string, Record<string, Match>>;

export interface Matching {
  call: Call<Author>;
  schema: CompanySchema;
  type: TypeDefinition;
  leadIds: readonly string[];
  /** Names of people by id. */
  names: ReadonlyMap<string, string>;
  /** Whether there is a transaction that a failed statement would end. */
  isInTransaction: boolean;
}

/** Whether each rule's filter matches each lead, by lead and rule. A filter that cannot be read or run is broken, and says why. */
export async function matchRules(matching: Matching, rules: readonly Filtered[]): Promise<Matches> {
  const { call, schema, type, leadIds } = matching;
  const matches: Matches = new Map(leadIds.map((id) => [id, {}]));
  const readable: Readable[] = [];
  for (const { id, filter } of rules) {
    const taken = await takeApart(call, schema, type, filter);
    if ("broken" in taken) setAll(matches, id, taken);
    else if (taken.conditions.length === 0) setAll(matches, id, { matches: true, by: null });
    else readable.push({ id, conditions: taken.conditions });
  }
  await runFilters(matching, readable, matches);
  return matches;
}

function setAll(matches: Matches, rule: string, match: Match): void {
  for (const own of matches.values()) own[rule] = match;
}

/** All filters in one statement. If it fails, each by itself, so that one filter that cannot run takes no lead from the others. */
async function runFilters(matching: Matching, readable: Readable[], matches: Matches): Promise<void> {
  const { call, type, leadIds, names, isInTransaction } = matching;
  if (readable.length === 0 || leadIds.length === 0) return;
  // Sent together: the answers of the savepoint and its release are not waited for by themselves.
  const mark = (sql: string) => (isInTransaction ? call.tx.query(sql) : Promise.resolve([]));
  const filters = readable.map(({ conditions }) => conditions);
  const [, matched] = await Promise.allSettled([
    mark("savepoint filters"),
    matchAll(call, type, filters, leadIds),
    mark("release savepoint filters"),
  ]);
  if (matched.status === "rejected") {
    await mark("rollback to savepoint filters");
    const [only, ...others] = readable;
    if (only && others.length === 0) setAll(matches, only.id, { broken: "Its filter could not be run. Make it simpler." });
    else for (const one of readable) await runFilters(matching, [one], matches);
    return;
  }
  for (const { id, places, values } of matched.value) {
    const own = matches.get(id);
    for (const [at, one] of readable.entries()) if (own) own[one.id] = matchOf(one.conditions, places[at] ?? 0, values[at] ?? [], names);
  }
}

function matchOf(conditions: FilterCondition[], place: number, values: unknown[], names: ReadonlyMap<string, string>): Match {
  const at = place === 0 ? 0 : place - 1;
  const one = conditions[at];
  if (!one) return { matches: true, by: null };
  const by = { text: one.text, field: one.field?.label ?? null, is: showValue(one.field, values[at], names) };
  return place === 0 ? { matches: true, by } : { matches: false, by };
}
