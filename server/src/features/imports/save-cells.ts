import { fold } from "@kith/filter";
import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldError } from "../../kernel/errors.ts";
import { meantBy, planRecords, saveRecords, writeRecords, type Outcome, type RecordChange } from "../records/index.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import * as store from "./store.ts";

/** What happens to cells that cannot be read, and to names that no record has. */
export interface CellRules {
  /** Set for a check: report what would happen, and write nothing. */
  trialOf: string | undefined;
  badCells: store.BadCells;
  unknown: Map<string, store.Unknown>;
  /** Such a cell is never left empty: it says which record the row is about. */
  match: string | null;
}

export interface CellChange {
  change: RecordChange;
  /** What was wrong with cells before they became values. */
  problems: FieldError[];
}

export interface NewRecord {
  field: string;
  name: string;
  /** Earlier rows do not name it. */
  isFirst: boolean;
}

export interface Saved {
  outcome: Outcome;
  /** The fields that the row changes. */
  touched: string[];
  warnings: FieldError[];
  newRecords: NewRecord[];
}

type Planned = Awaited<ReturnType<typeof planRecords>>[number];

interface Row {
  change: RecordChange;
  planned: Planned;
  warnings: FieldError[];
  /** Names in relations for which a record is to be made. */
  unknown: NewRecord[];
}

/**
 * Saves rows, or says what saving would do. A cell that cannot be read is left empty where the rules allow it, and a related record that
 * does not exist is made, once for all rows that name it. A row that is refused makes none.
 */
export async function saveCells(
  call: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  rules: CellRules,
  changes: CellChange[],
): Promise<Saved[]> {
  const plan = (given: RecordChange[]) => planRecords(call, schema, type, given);
  const first = await plan(changes.map((one) => one.change));
  const rows = changes.map(({ change, problems }, at): Row => {
    const planned = first[at] as Planned; // one for each change
    return { change, planned: withErrors(planned, problems), warnings: [], unknown: [] };
  });
  const broken = rows.filter((row) => row.planned.fieldErrors.length > 0);
  if (broken.length > 0) {
    await takeOutUnknown(call, schema, type, rules, broken);
    const mended = new Set(broken.filter((row) => leaveOut(type, rules, row)));
    // With the rows that were right at once: two of them may have the same unique value.
    const good = rows.filter((row) => row.planned.fieldErrors.length === 0 || mended.has(row));
    for (const [at, planned] of (await plan(good.map((row) => row.change))).entries()) (good[at] as Row).planned = planned;
    const made = await makeUnknown(
      call,
      schema,
      type,
      rules,
      [...mended].filter((row) => row.planned.fieldErrors.length === 0),
    );
    for (const [at, planned] of (await plan(made.map((row) => row.change))).entries()) (made[at] as Row).planned = planned;
  }
  if (rules.trialOf === undefined)
    await writeRecords(
      call,
      schema,
      type,
      rows.map((row) => row.planned),
    );
  return rows.map(({ planned, warnings, unknown }) => {
    const isRefused = planned.fieldErrors.length > 0;
    return {
      outcome: planned,
      // A check does not link the records it would make.
      touched: isRefused ? [] : [...new Set([...Object.keys(planned.changes), ...unknown.map((one) => one.field)])],
      warnings: isRefused ? [] : warnings,
      newRecords: isRefused ? [] : unknown,
    };
  });
}

const keyOf = ({ pointer }: FieldError) => pointer.slice(1);
const withErrors = (planned: Planned, problems: FieldError[]): Planned =>
  problems.length === 0
    ? planned
    : {
        ...planned,
        // What was wrong with the cell explains why the field is missing.
        fieldErrors: [...problems, ...planned.fieldErrors.filter((one) => !problems.some((other) => other.pointer === one.pointer))],
      };

/** Finds the names that no record has, in columns where such a record is made. */
async function takeOutUnknown(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, rules: CellRules, rows: Row[]) {
  for (const [key, choice] of rules.unknown) {
    const field = findField(type, key);
    const other = field?.relation ? schema.byKey.get(field.relation.type) : undefined;
    const using = rows.filter((row) => row.planned.fieldErrors.some((one) => keyOf(one) === key));
    if (choice !== "create" || !other || using.length === 0) continue;
    const names = [...new Set(using.flatMap((row) => namesIn(row.change.given[key])))];
    const { failed } = await meantBy(call, other, names);
    const isUnknown = (name: string) => failed.get(name)?.length === 0 && !isNoName(name);
    for (const row of using) {
      const given = namesIn(row.change.given[key]);
      const unknown = given.filter(isUnknown);
      if (unknown.length === 0 || given.some((name) => failed.has(name) && !isUnknown(name))) continue;
      row.unknown.push(...unknown.map((name) => ({ field: key, name, isFirst: false })));
      row.change = { ...row.change, given: { ...row.change.given, [key]: given.filter((name) => !unknown.includes(name)) } };
      row.planned = { ...row.planned, fieldErrors: row.planned.fieldErrors.filter((one) => keyOf(one) !== key) };
    }
  }
}

const namesIn = (value: unknown): string[] => [value].flat().filter((one) => typeof one === "string");

const ID = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An id or an email says which record is meant. One that nobody has here may be another company's, and is no name for a new record. */
const isNoName = (text: string) => ID.test(text) || KINDS.email.looksLike?.test(text) === true;

/** Leaves out the cells that cannot be read. Returns whether the row can be tried without them. */
function leaveOut(type: TypeDefinition, rules: CellRules, row: Row): boolean {
  const errors = row.planned.fieldErrors;
  // An error with a code is about another record that has the value: without it, the row would be that record's twin.
  if (!errors.every((one) => !one.code && canBeEmpty(findField(type, keyOf(one)), rules))) return false;
  const given = { ...row.change.given };
  for (const one of errors) delete given[keyOf(one)];
  row.change = { ...row.change, given };
  row.warnings = errors;
  return true;
}

function canBeEmpty(field: FieldDefinition | undefined, { badCells, unknown, match }: CellRules): boolean {
  if (!field || field.isRequired || field.key === match) return false;
  const choice = unknown.get(field.key);
  return (choice === undefined || choice === "create" ? badCells : choice) === "leave_empty";
}

/** Makes the related records that these rows name and that do not exist. Returns the rows, which now name records that exist. */
async function makeUnknown(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, rules: CellRules, rows: Row[]): Promise<Row[]> {
  const using = rows.filter((row) => row.unknown.length > 0);
  for (const [key, wanted] of Map.groupBy(
    using.flatMap((row) => row.unknown),
    (one) => one.field,
  )) {
    const other = schema.byKey.get(findField(type, key)?.relation?.type ?? "");
    if (!other) continue;
    const byName = new Map(wanted.toReversed().map(({ name }) => [fold(name), name])); // as the first row spells it
    const fresh = await freshNames(call, rules, other, byName);
    if (rules.trialOf === undefined) {
      const changes = [...byName.values()].map((name): RecordChange => ({ old: undefined, given: { name }, pointer: "" }));
      await saveRecords(call, schema, other, changes);
    }
    countOnce(using, key, fresh);
  }
  if (rules.trialOf !== undefined) return [];
  for (const row of using) row.change = { ...row.change, given: withNames(row) };
  return using;
}

/** In a check nothing is written: which names earlier rows would have made is kept beside the import. */
async function freshNames(
  call: Call<Member>,
  { trialOf }: CellRules,
  other: TypeDefinition,
  byName: Map<string, string>,
): Promise<Set<string>> {
  if (trialOf === undefined) return new Set(byName.keys());
  const { companyId } = call.actor;
  const keyFor = (name: string) => `new ${other.key} ${name}`;
  const known = await store.knownKeys(call.tx, companyId, trialOf, [...byName.keys()].map(keyFor));
  const fresh = [...byName.keys()].filter((name) => !known.has(keyFor(name)));
  await store.addKeys(call.tx, companyId, trialOf, new Map(fresh.map((name) => [keyFor(name), other.id])), call.clock.now());
  return new Set(fresh);
}

/** A new record is told at the first row that names it. */
function countOnce(rows: Row[], key: string, fresh: Set<string>): void {
  const left = new Set(fresh);
  for (const row of rows)
    row.unknown = row.unknown.map((one) => (one.field === key ? { ...one, isFirst: left.delete(fold(one.name)) } : one));
}

function withNames({ change, unknown }: Row): Record<string, unknown> {
  const given = { ...change.given };
  for (const { field, name } of unknown) given[field] = [...namesIn(given[field]), name];
  return given;
}
