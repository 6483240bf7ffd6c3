import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldError } from "../../kernel/errors.ts";
import { keyError, keysOf, lockWithLinks, matchField, recognise, type RecordChange } from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import { resumeFirstRows } from "./first-rows.ts";
import {
  failed,
  refusedRepeat,
  resultOf,
  takeWave,
  type Meant,
  type Result,
  type Row,
  type RowRules,
  type SavingRules,
} from "./row-result.ts";
import { saveCells, type CellRules } from "./save-cells.ts";
import { saveNewRows } from "./save-new-rows.ts";
import { resumeTrial, type Trial } from "./trial.ts";

/** Saves rows of the file, each with a result of its own. */
export async function saveRows(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  how: RowRules,
  rows: Row[],
): Promise<Result[]> {
  const { companyId } = call.actor;
  const firstRows = resumeFirstRows(call.tx, companyId, how.importId, call.clock.now());
  const saving = { ...how, firstRows };
  const results = how.match
    ? await saveMatched(call, schema, type, { ...saving, match: how.match }, rows)
    : await saveNewRows(call, schema, type, saving, rows);
  await firstRows.end();
  return results;
}

type MatchRules = SavingRules & { match: string };

async function saveMatched(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  how: MatchRules,
  rows: Row[],
): Promise<Result[]> {
  const { match } = how;
  const results: Result[] = [];
  const field = match === ID_TARGET ? undefined : matchField(type, match);
  let waiting = rows.map((row, at): Meant => ({ ...row, at, keys: field ? keysOf(type, field, row.given) : [row.id || `new ${at}`] }));
  const keys = field ? waiting.flatMap((row) => row.keys) : []; // a match by id only finds existing records
  const trial =
    how.trialOf === undefined ? undefined : await resumeTrial(call.tx, call.actor.companyId, how.trialOf, type, keys, call.clock.now());
  while (waiting.length > 0) {
    const { wave, later } = takeWave(waiting);
    waiting = [...(await saveWave(call, schema, type, { ...how, trial }, wave, results)), ...later].sort((a, b) => a.at - b.at);
  }
  if (field) await trial?.end();
  return results;
}

/** Returns the rows whose record is already changed by another row of this wave. */
async function saveWave(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  how: MatchRules & { trial: Trial | undefined },
  rows: Meant[],
  results: Result[],
): Promise<Meant[]> {
  const { match, trial, firstRows, repeatedRows } = how;
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
  await firstRows.load(found.flat().map(markOf));
  const taken = new Set<string>();
  const repeated: Meant[] = [];
  const changes: { row: Meant; change: RecordChange }[] = [];
  for (const [at, row] of rows.entries()) {
    const [id, ...others] = new Set(found[at]);
    const old = id ? (trial?.held(id) ?? known.get(id) ?? trial?.blank(id)) : undefined;
    const first = id && others.length === 0 ? firstRows.of([markOf(id)]) : undefined;
    const isThere = old?.row.type_id === type.id && !old.row.deleted_at;
    if (others.length > 0) results[row.at] = failed(`/${match}`, `${others.length + 1} records have that value.`, "Merge them first.");
    else if (match === ID_TARGET && row.id !== "" && !isThere)
      results[row.at] = failed("/id", `There is no ${type.label.toLowerCase()} ${JSON.stringify(row.id)}.`);
    else if (row.keys.length === 0 && !canBeNew(how, row)) results[row.at] = notMatchable(type, match, row);
    else if (first !== undefined && repeatedRows === "refuse_row")
      results[row.at] = refusedRepeat(match, match === ID_TARGET ? match : matchField(type, match).label, first);
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
  const outcomes = await saveCells(
    call,
    schema,
    type,
    how,
    changes.map(({ row, change }) => ({ change, problems: row.problems })),
  );
  for (const [at, { row, change }] of changes.entries()) {
    const done = outcomes[at];
    if (!done) continue;
    const mark = [markOf(done.outcome.row.id)];
    const result = { ...resultOf(done, change.old?.row.version), repeats: firstRows.of(mark) };
    results[row.at] = result;
    if (row.keys.length === 0) result.warnings.push(notMatched(match, type));
    if (result.status === "failed") continue;
    trial?.keep(row.keys, done.outcome);
    firstRows.keep(mark, row.row);
  }
  return repeated;
}

const markOf = (recordId: string) => `record ${recordId}`;

/** A record found by one of its emails keeps the others. */
function addTo(present: unknown, match: string, { given, keys }: Meant): Record<string, unknown> {
  if (!Array.isArray(present)) return given;
  return { ...given, [match]: [...new Set([...(present as string[]), ...keys])] };
}

/** A row that does not say what it is matched by is a new record, where bad cells may be left empty. */
const canBeNew = ({ badCells, match }: CellRules & { match: string }, { given, problems }: Meant) =>
  badCells === "leave_empty" && given[match] === undefined && !problems.some((one) => one.pointer === `/${match}`);

/** A row without anything to match it by: the cell says why, where it is not blank. */
function notMatchable(type: TypeDefinition, match: string, { given, problems }: Meant): Result {
  const wrong = problems.find((one) => one.pointer === `/${match}`) ?? keyError(type, matchField(type, match), given);
  if (wrong) return failed(`/${match}`, wrong.message, wrong.hint);
  const why = given[match] === undefined ? "it is blank" : "it is too long for that";
  return failed(`/${match}`, `This is what records are matched by, and ${why}.`);
}

const notMatched = (match: string, type: TypeDefinition): FieldError => ({
  pointer: `/${match}`,
  message: `Blank, so the row could not be matched. It is a new ${type.label.toLowerCase()}.`,
});

function idIn(text: string): string[] {
  const id = recordId.safeDecode(text);
  return id.success ? [id.data] : [];
}
