import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Complaint } from "../../kernel/errors.ts";
import { keysOf, lockWithLinks, matchField, planRecords, recognise, saveRecords, type Outcome, type Wish } from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";

export interface Result {
  status: "created" | "updated" | "skipped" | "failed";
  complaints: Complaint[];
}

interface Row {
  given: Record<string, unknown>;
  id: string;
}

interface How {
  /** Say what would happen, and write nothing. */
  isTrial: boolean;
  match: string | null;
}

interface Meant extends Row {
  at: number;
  /** What the row recognises its record by. Rows that share one are saved one after the other, in the file's order. */
  keys: string[];
}

const failed = (pointer: string, message: string, hint?: string): Result => ({
  status: "failed",
  complaints: [{ pointer, message, ...(hint ? { hint } : {}) }],
});

/** Saves rows of the file, each with a result of its own. */
export async function saveRows(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, how: How, rows: Row[]): Promise<Result[]> {
  const { match } = how;
  const results: Result[] = [];
  if (!match) {
    const wishes = rows.map(({ given }): Wish => ({ old: undefined, given, pointer: "" }));
    return (await saveOrTry(call, schema, type, how, wishes)).map((outcome) => resultOf(outcome, undefined));
  }
  const field = match === ID_TARGET ? undefined : matchField(type, match);
  let waiting = rows.map((row, at): Meant => ({ ...row, at, keys: field ? keysOf(type, field, row.given) : [row.id || `new ${at}`] }));
  while (waiting.length > 0) {
    const { wave, later } = takeWave(waiting);
    waiting = [...(await saveWave(call, schema, type, { ...how, match }, wave, results)), ...later].sort((a, b) => a.at - b.at);
    // A trial cannot see what an earlier row would have made: the row would change that.
    if (how.isTrial) for (const row of waiting.splice(0)) results[row.at] = { status: "updated", complaints: [] };
  }
  return results;
}

function takeWave(rows: Meant[]): { wave: Meant[]; later: Meant[] } {
  const seen = new Set<string>();
  const { wave = [], later = [] } = Object.groupBy(rows, (row) => {
    const isRepeated = row.keys.some((key) => seen.has(key));
    for (const key of row.keys) seen.add(key);
    return isRepeated ? "later" : "wave";
  });
  return { wave, later };
}

/** Answers the rows that turned out to mean a record which this wave changes already. */
async function saveWave(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  how: How & { match: string },
  rows: Meant[],
  results: Result[],
): Promise<Meant[]> {
  const found =
    how.match === ID_TARGET
      ? rows.map((row) => idIn(row.id))
      : await recognise(
          call,
          type,
          how.match,
          rows.map((row) => row.given),
        );
  const known = await lockWithLinks(call, schema, [...new Set(found.flat())]);
  const taken = new Set<string>();
  const repeated: Meant[] = [];
  const wishes: { at: number; wish: Wish }[] = [];
  for (const [at, row] of rows.entries()) {
    const [id, ...others] = found[at] ?? [];
    const old = id ? known.get(id) : undefined;
    const isThere = old?.row.type_id === type.id && !old.row.deleted_at;
    if (others.length > 0) results[row.at] = failed(`/${how.match}`, `${others.length + 1} records have that value.`, "Merge them first.");
    else if (how.match === ID_TARGET && row.id !== "" && !isThere)
      results[row.at] = failed("/id", `There is no ${type.label.toLowerCase()} ${JSON.stringify(row.id)}.`);
    else if (row.keys.length === 0)
      results[row.at] = failed(`/${how.match}`, "This is what records are matched by, and it is blank or not valid.");
    else if (id && taken.has(id)) repeated.push(row);
    else
      wishes.push({
        at: row.at,
        wish: isThere
          ? { old, given: addTo(old.row.data[how.match], how.match, row), pointer: "" }
          : { old: undefined, given: row.given, pointer: "" },
      });
    if (id) taken.add(id);
  }
  const outcomes = await saveOrTry(
    call,
    schema,
    type,
    how,
    wishes.map((one) => one.wish),
  );
  for (const [at, one] of wishes.entries()) {
    const outcome = outcomes[at];
    if (outcome) results[one.at] = resultOf(outcome, one.wish.old?.row.version);
  }
  return repeated;
}

/** A record found by one of its emails keeps the others. */
function addTo(present: unknown, match: string, { given, keys }: Meant): Record<string, unknown> {
  if (!Array.isArray(present)) return given;
  return { ...given, [match]: [...new Set([...(present as string[]), ...keys])] };
}

const saveOrTry = (call: Call<Member>, schema: CompanySchema, type: TypeDefinition, how: How, wishes: Wish[]): Promise<Outcome[]> =>
  how.isTrial ? planRecords(call, schema, type, wishes) : saveRecords(call, schema, type, wishes);

function idIn(text: string): string[] {
  const id = recordId.safeDecode(text);
  return id.success ? [id.data] : [];
}

function resultOf({ isNew, row, complaints }: Outcome, versionBefore: number | undefined): Result {
  if (complaints.length > 0) return { status: "failed", complaints };
  return { status: isNew ? "created" : row.version === versionBefore ? "skipped" : "updated", complaints };
}
