import { FIELD_KINDS, KINDS, type FieldKind } from "@kith/filter/kinds";
import { unguard } from "../../platform/csv.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { SYNONYMS } from "./column-names.ts";
import { ID_TARGET } from "./operations.ts";
import { takesSeveral } from "./read-cells.ts";
import type { Format, Unknown } from "./store.ts";
import { suggestFormats, type FormatFacts } from "./suggest-formats.ts";

type Certainty = "name" | "synonym" | "content";

interface Suggestion {
  field: string | null;
  certainty: Certainty | null;
  format?: Format;
  is_format_guessed: boolean;
  unknown?: Unknown;
}

/** A file as far as suggestions need it. */
export interface FileFacts extends FormatFacts {
  columns: string[];
  rows: string[][];
}

/** The most likely field of each column, by its name, then by its content; and how its cells are written. */
export function suggestMapping(schema: CompanySchema, type: TypeDefinition, file: FileFacts): Suggestion[] {
  const { columns, rows } = file;
  const samplesOf = (at: number) => rows.map((cells) => unguard(cells[at] ?? "").trim()).filter(Boolean);
  const taken = new Set<string>();
  const isFree = (field: FieldDefinition) => !field.isReadOnly && (!taken.has(field.key) || field.isMulti);
  const suggested: ({ key: string; certainty: Certainty } | undefined)[] = [];
  const take = (at: number, key: string, certainty: Certainty) => {
    suggested[at] = { key, certainty };
    taken.add(key);
  };

  // Exact names first, so that a synonym in an earlier column cannot take the field.
  columns.forEach((name, at) => {
    const field = findField(type, plain(name)) ?? findField(type, name);
    if (plain(name) === ID_TARGET) take(at, ID_TARGET, "name");
    else if (field && isFree(field)) take(at, field.key, "name");
  });
  const hasName = taken.has("name");
  columns.forEach((name, at) => {
    if (suggested[at]) return;
    const words = plain(name);
    const label = type.label.toLowerCase();
    // A column "Firma" of a file of organizations holds their names.
    const isOwnName = words === label || SYNONYMS[type.key]?.includes(words);
    const own = isOwnName ? "name" : words.startsWith(`${label} `) ? words.slice(label.length + 1) : words;
    const meant = type.fields.filter(
      (field) => !field.isReadOnly && (field.key === own || SYNONYMS[field.key]?.includes(words) || SYNONYMS[field.key]?.includes(own)),
    );
    // The last field with a synonym wins, because it is more specific: a contact's "Title" is the job, not the name.
    const field = meant.findLast((one) => isFree(one) || (one.key === "name" && !hasName && takesSeveral(one)));
    if (field) take(at, field.key, "synonym");
    else if (SYNONYMS[ID_TARGET]?.includes(words)) take(at, ID_TARGET, "synonym");
  });
  columns.forEach((_, at) => {
    const isNamed = suggested[at] || findField(type, columns[at] ?? "");
    const kind = isNamed ? undefined : kindOf(samplesOf(at));
    const field = kind && type.fields.find((one) => one.kind === kind && isFree(one) && !taken.has(one.key));
    if (field) take(at, field.key, "content");
  });
  const fields = columns.map((_, at) => (suggested[at] ? findField(type, suggested[at].key) : undefined));
  const formats = suggestFormats(
    file,
    fields.map((field, at) => ({ field, cells: file.spellings?.[at] ?? samplesOf(at) })),
  );
  return columns.map((_, at) => {
    const { key = null, certainty = null } = suggested[at] ?? {};
    const { format, isGuessed = false } = formats[at] ?? {};
    const unknown = unknownOf(schema, fields[at]);
    return { field: key, certainty, is_format_guessed: isGuessed, ...(format ? { format } : {}), ...(unknown ? { unknown } : {}) };
  });
}

/** A record that needs nothing but its name can be made from a cell. */
function unknownOf(schema: CompanySchema, field: FieldDefinition | undefined): Unknown | undefined {
  const other = field?.relation ? schema.byKey.get(field.relation.type) : undefined;
  return other && (canBeNamed(other) ? "create" : "leave_empty");
}

export const canBeNamed = (type: TypeDefinition) => type.fields.every((field) => !field.isRequired || isTitle(field));
const isTitle = ({ place }: FieldDefinition) => place.kind === "column" && place.column === "title";

/** Matched by an email where the file has one: then a row that comes twice, or a file that comes again, changes the record it made. */
export function suggestMode(type: TypeDefinition, suggested: Suggestion[]): { mode: "create" | "upsert"; match: string | null } {
  const mapped = new Set(suggested.map((one) => one.field));
  const match = type.fields.find((field) => KINDS[field.kind].identifier === "email" && mapped.has(field.key))?.key ?? null;
  return { mode: match ? "upsert" : "create", match };
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The kind of values in a column, if nearly all of them look alike. */
function kindOf(samples: string[]): FieldKind | undefined {
  if (samples.length === 0) return undefined;
  const looksLike = (kind: FieldKind) => samples.filter((sample) => KINDS[kind].looksLike?.test(sample)).length >= samples.length * 0.8;
  return FIELD_KINDS.find(looksLike);
}
