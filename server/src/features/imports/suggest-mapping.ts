import { FIELD_KINDS, isTime, KINDS, type FieldKind } from "@kith/filter/kinds";
import { unguard } from "../../platform/csv.ts";
import { findField, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { ID_TARGET } from "./operations.ts";
import { LOCAL_DAY, takesSeveral } from "./read-cells.ts";
import type { Format } from "./store.ts";

const SYNONYMS: Record<string, string[]> = {
  name: [
    "full name",
    "display name",
    "title",
    "subject",
    "first name",
    "given name",
    "forename",
    "vorname",
    "last name",
    "surname",
    "family name",
    "nachname",
  ],
  email: [
    "e mail",
    "mail",
    "email address",
    "e mail address",
    "work email",
    "email 1",
    "email 2",
    "e mail 1 value",
    "other email",
    "personal email",
  ],
  phone: [
    "telephone",
    "tel",
    "mobile",
    "mobile phone",
    "cell",
    "cell phone",
    "phone number",
    "work phone",
    "phone 1",
    "phone 2",
    "telefon",
    "handy",
    "mobil",
  ],
  job_title: ["title", "position", "role", "job", "function"],
  organization: [
    "organisation",
    "company",
    "company name",
    "organization name",
    "account",
    "account name",
    "employer",
    "firma",
    "business",
  ],
  company: ["organization", "organisation", "company name", "account", "firma"],
  website: ["url", "web", "web site", "homepage", "domain", "company domain name"],
  industry: ["sector", "branch", "branche"],
  size: ["number of employees", "company size", "headcount"],
  amount: ["value", "deal value", "deal amount", "price", "revenue", "sum", "betrag", "wert"],
  close_date: ["closing date", "expected close date", "close", "expected close"],
  due: ["due date", "deadline", "due on"],
  stage: ["deal stage", "pipeline stage", "status", "phase"],
  status: ["lead status", "stage", "state"],
  state: ["status", "done"],
  owner: ["owner email", "owner name", "assigned to", "assignee", "account manager", "salesperson", "record owner"],
  source: ["lead source", "original source", "channel", "quelle"],
  city: ["town", "ort", "stadt", "billing city", "mailing city"],
  country: ["land", "country region", "billing country", "mailing country"],
  description: ["notes", "note", "comment", "comments", "details", "about"],
  message: ["notes", "comment", "description", "inquiry"],
  [ID_TARGET]: ["record id", "kith id"],
};

type Certainty = "name" | "synonym" | "content";

interface Suggestion {
  field: string | null;
  certainty: Certainty | null;
  format?: Format;
}

/** The most likely field of each column: by its name, then by its content. */
export function suggestMapping(type: TypeDefinition, columns: string[], rows: string[][]): Suggestion[] {
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
    const own = words === label ? "name" : words.startsWith(`${label} `) ? words.slice(label.length + 1) : words;
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
  return columns.map((_, at) => {
    const { key = null, certainty = null } = suggested[at] ?? {};
    return { field: key, certainty, ...formatOf(key ? findField(type, key) : undefined, samplesOf(at)) };
  });
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

function formatOf(field: FieldDefinition | undefined, samples: string[]): { format?: Format } {
  if (field && isTime(field)) {
    const days = samples.map((sample) => LOCAL_DAY.exec(sample)).filter((found) => found !== null);
    if (days.length === 0) return {};
    // A number over 12 is a day. If that does not decide, dots and dashes mean day first, slashes month first.
    const isMonthFirst =
      days.some(([, , second]) => Number(second) > 12) ||
      (days.every(([, first]) => Number(first) <= 12) && days.every(([text]) => text.includes("/")));
    return { format: isMonthFirst ? "month_day_year" : "day_month_year" };
  }
  if (field?.shape === "number") {
    const isComma = samples.some((sample) => /\d,\d{1,2}(?!\d)/.test(sample) || /\d\.\d{3},\d/.test(sample));
    return isComma && !samples.some((sample) => /,\d{3}\.\d|\d\.\d{1,2}(?!\d)/.test(sample)) ? { format: "decimal_comma" } : {};
  }
  return {};
}
