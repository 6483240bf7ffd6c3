import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldError } from "../../kernel/errors.ts";
import {
  keysOf,
  lockWithLinks,
  matchField,
  planRecords,
  recognise,
  saveRecords,
  type Outcome,
  type RecordChange,
} from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import { resumeTrial, type Trial } from "./trial.ts";

export interface Result {
  status: "created" | "updated" | "skipped" | "failed";
  fieldErrors: FieldError[];
}

interface Row {
  given: Record<string, unknown>;
  id: string;
}

interface How {
  /** Set for a check: report what would happen, and write nothing. */
  trialOf: string | undefined;
  match: string | null;
}

interface Meant extends Row {
  at: number;
  /** The values that identify the row's record. Rows that share one are saved one after the other, in the file's order. */
  keys: string[];
}

const failed = (pointer: string, message: string, hint?: string): Result => ({
  status: "failed",
  fieldErrors: [{ pointer, message, ...(hint ? { hint } : {}) }],
});

/** Saves rows of the file, each with a result of its own. */
export async function saveRows(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, how: How, rows: Row[]): Promise<Result[]> {
  const { match } = how;
  const results: Result[] = [];
  if (!match) {
    const changes = rows.map(({ given }): RecordChange => ({ old: undefined, given, pointer: "" }));
    return (await saveOrTry(call, schema, type, how.trialOf !== undefined, changes)).map((outcome) => resultOf(outcome, undefined));
  }
  const field = match === ID_TARGET ? undefined : matchField(type, match);
  let waiting = rows.map((row, at): Meant => ({ ...row, at, keys: field ? keysOf(type, field, row.given) : [row.id || `new ${at}`] }));
  const keys = field ? waiting.flatMap((row) => row.keys) : []; // a match by id only finds existing records
  const trial =
    how.trialOf === undefined ? undefined : await resumeTrial(call.tx, call.actor.companyId, how.trialOf, type, keys, call.clock.now());
  while (waiting.length > 0) {
    const { wave, later } = takeWave(waiting);
    waiting = [...(await saveWave(call, schema, type, { match, trial }, wave, results)), ...later].sort((a, b) => a.at - b.at);
  }
  if (field) await trial?.end();
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

/** Returns the rows whose record is already changed by another row of this wave. */
async function saveWave(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  { match, trial }: { match: string; trial: Trial | undefined },
  rows: Meant[],
  results: Result[],
): Promise<Meant[]> {
  const saved =
    match === ID_TARGET
      ? rows.map((row) => idIn(row.id))
      : await recognise(
          call,
          type,
          match,
          rows.map((row) => row.given),
        );
  const found = trial ? rows.map(({ keys }, at) => [...(saved[at] ?? []), ...keys.flatMap((key) => trial.meant(key) ?? [])]) : saved;
  const known = await lockWithLinks(call, schema, [...new Set(found.flat())]);
  const taken = new Set<string>();
  const repeated: Meant[] = [];
  const changes: { row: Meant; change: RecordChange }[] = [];
  for (const [at, row] of rows.entries()) {
    const [id, ...others] = new Set(found[at]);
    const old = id ? (trial?.held(id) ?? known.get(id) ?? trial?.blank(id)) : undefined;
    const isThere = old?.row.type_id === type.id && !old.row.deleted_at;
    if (others.length > 0) results[row.at] = failed(`/${match}`, `${others.length + 1} records have that value.`, "Merge them first.");
    else if (match === ID_TARGET && row.id !== "" && !isThere)
      results[row.at] = failed("/id", `There is no ${type.label.toLowerCase()} ${JSON.stringify(row.id)}.`);
    else if (row.keys.length === 0)
      results[row.at] = failed(`/${match}`, "This is what records are matched by, and it is blank or not valid.");
    else if (id && taken.has(id)) repeated.push(row);
    else
      changes.push({
        row,
        change: isThere
          ? { old, given: addTo(old.row.data[match], match, row), pointer: "" }
          : { old: undefined, given: row.given, pointer: "" },
      });
    if (id) taken.add(id);
  }
  const outcomes = await saveOrTry(
    call,
    schema,
    type,
    trial !== undefined,
    changes.map((one) => one.change),
  );
  for (const [at, { row, change }] of changes.entries()) {
    const outcome = outcomes[at];
    if (!outcome) continue;
    results[row.at] = resultOf(outcome, change.old?.row.version);
    if (outcome.fieldErrors.length === 0) trial?.keep(row.keys, outcome);
  }
  return repeated;
}

/** A record found by one of its emails keeps the others. */
function addTo(present: unknown, match: string, { given, keys }: Meant): Record<string, unknown> {
  if (!Array.isArray(present)) return given;
  return { ...given, [match]: [...new Set([...(present as string[]), ...keys])] };
}

const saveOrTry = (
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  isTrial: boolean,
  changes: RecordChange[],
): Promise<Outcome[]> => (isTrial ? planRecords(call, schema, type, changes) : saveRecords(call, schema, type, changes));

function idIn(text: string): string[] {
  const id = recordId.safeDecode(text);
  return id.success ? [id.data] : [];
}

function resultOf({ isNew, row, fieldErrors }: Outcome, versionBefore: number | undefined): Result {
  if (fieldErrors.length > 0) return { status: "failed", fieldErrors };
  return { status: isNew ? "created" : row.version === versionBefore ? "skipped" : "updated", fieldErrors };
}
