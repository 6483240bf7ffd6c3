import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { BOM, csvLine, guard } from "../../platform/csv.ts";
import { memberId } from "../members/operations.ts";
import { isForeign, meantBy } from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import type { CompanySchema, FieldDefinition } from "../types/index.ts";
import * as store from "./store.ts";

/** A record as the list shows it. */
interface Shown {
  id: string;
  values: Record<string, unknown>;
}

interface Related {
  id: string;
  title: string;
}

/** The header: labels, which an import recognises; if two fields share a label, their keys. */
export function writeHeader(fields: FieldDefinition[]): string {
  const isAlone = (label: string) =>
    label.toLowerCase() !== "id" && fields.filter((field) => field.label.toLowerCase() === label.toLowerCase()).length === 1;
  return BOM + csvLine(["Id", ...fields.map((field) => guard(isAlone(field.label) ? field.label : field.key))]);
}

/** One line for each record. An import reads back the same values. */
export async function writePage(call: Call<Member>, schema: CompanySchema, fields: FieldDefinition[], records: Shown[]): Promise<string[]> {
  const emails = fields.some((field) => field.shape === "person")
    ? await store.emails(call.tx, call.actor.companyId)
    : new Map<string, string>();
  const emailOf = new Map([...emails].map(([id, email]) => [memberId.encode(id), email]));
  const nameOf = new Map<FieldDefinition, (one: Related) => string>();
  for (const field of fields) if (field.shape === "record") nameOf.set(field, await namesFor(call, schema, field, records));

  const cellOf = (field: FieldDefinition, value: unknown): string => {
    if (value === null || value === undefined) return "";
    if (field.shape === "record")
      return [value as Related | Related[]]
        .flat()
        .map(nameOf.get(field) ?? titleOf)
        .join("; ");
    if (field.shape === "person") return emailOf.get((value as Related).id) ?? "";
    if (field.options)
      return [value as string | string[]]
        .flat()
        .map((key) => showOption(field, key))
        .join("; ");
    if (isForeign(value)) return `${value.amount} ${value.currency}`;
    return Array.isArray(value) ? value.join("; ") : String(value);
  };
  return records.map(({ id, values }) =>
    csvLine([recordId.encode(id), ...fields.map((field) => makeSafe(field, cellOf(field, values[field.key])))]),
  );
}

const titleOf = (one: Related) => one.title;

// A plain number such as -5, or -5 USD, is not a formula, and a guarded cell could not be summed.
const makeSafe = (field: FieldDefinition, cell: string) =>
  field.shape === "number" && /^-?\d+(\.\d+)?( [A-Z]{3})?$/.test(cell) ? cell : guard(cell);

/** Related records by title where that means exactly one, otherwise by id. */
async function namesFor(
  call: Call<Member>,
  schema: CompanySchema,
  field: FieldDefinition,
  records: Shown[],
): Promise<(one: Related) => string> {
  const other = schema.byKey.get(field.relation?.type ?? "");
  const related = records.flatMap(({ values }) => (values[field.key] ?? []) as Related | Related[]);
  const titles = [...new Set(related.map(titleOf))].filter((title) => title === title.trim() && !/[;\n]/.test(title));
  const meant = other ? (await meantBy(call, other, titles)).ids : new Map<string, string>();
  return ({ id, title }) => {
    const found = meant.get(title);
    return found && recordId.encode(found) === id ? title : id;
  };
}

/** An option by its label, unless that label would be read as another option or as two. */
function showOption(field: FieldDefinition, key: string): string {
  const options = field.options ?? [];
  const label = options.find((option) => option.key === key)?.label ?? key;
  const folded = label.trim().toLowerCase();
  const read = options.find((option) => option.key === folded) ?? options.find((option) => option.label.toLowerCase() === folded);
  return read?.key === key && !/[;\n]/.test(label) ? label : key;
}
