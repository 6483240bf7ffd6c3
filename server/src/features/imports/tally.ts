import type { FieldError } from "../../kernel/errors.ts";
import { findField, type TypeDefinition } from "../types/index.ts";
import type { Result } from "./row-result.ts";
import type { FieldTally } from "./store.ts";

const MAX_REASONS = 20;
const OTHER = "Other reasons";

/** Adds what some rows did to what the import has done so far, field by field. */
export function addToTally(type: TypeDefinition, before: Record<string, FieldTally>, results: Result[]): Record<string, FieldTally> {
  const tally = new Map(Object.entries(before).map(([key, one]) => [key, { ...one, reasons: { ...one.reasons } }]));
  const of = (key: string) => {
    const known = tally.get(key) ?? { created: 0, updated: 0, left_empty: 0, reasons: {}, new_records: 0 };
    tally.set(key, known);
    return known;
  };
  for (const { status, touched, warnings, newRecords } of results) {
    if (status === "created" || status === "updated") for (const key of touched) of(key)[status]++;
    for (const key of new Set(warnings.map(keyOf))) of(key).left_empty++;
    for (const warning of warnings) addReason(of(keyOf(warning)).reasons, reasonOf(type, warning));
    for (const one of newRecords) if (one.isFirst) of(one.field).new_records++;
  }
  return Object.fromEntries(tally);
}

const keyOf = ({ pointer }: FieldError) => pointer.slice(1);

function addReason(reasons: Record<string, number>, reason: string): void {
  const key = reason in reasons || Object.keys(reasons).length < MAX_REASONS ? reason : OTHER;
  reasons[key] = (reasons[key] ?? 0) + 1;
}

/** What stood in the cell, but not what the message says to try, which is the same for every cell. */
const IN_QUOTES = /(?<!\bTry .*)"[^"]*"/g;

/** Options and names repeat, so each is counted; an address is wrong in its own way every time. */
function reasonOf(type: TypeDefinition, { pointer, message }: FieldError): string {
  const field = findField(type, pointer.slice(1));
  const repeats = field?.shape === "option" || field?.shape === "person" || field?.shape === "record";
  return (repeats ? message : message.replaceAll(IN_QUOTES, "…")).slice(0, 200);
}
