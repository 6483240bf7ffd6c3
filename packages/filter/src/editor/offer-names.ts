import { isTime, KINDS, takesRange, type KindFacts } from "../kinds.ts";
import { SYMBOLS } from "../operators.ts";
import type { FieldSchema, FlagName, TypeSchema } from "../schema.ts";
import { spellName } from "../text/spelling.ts";
import type { Op } from "../tree.ts";
import type { Expected } from "./expect.ts";
import { ranked, type Candidate, type Offer } from "./option.ts";
import { fieldNamed } from "./resolve-path.ts";

/** What can start a condition: a field, a flag, or `any(` and its like. After a complete field name, its operators. */
export function offerTerms(what: Expected & { kind: "term" }, typed: string): Offer | undefined {
  const { type, hasTerm, isRelated } = what;
  const field = fieldNamed(type, typed);
  const words = WORDS.filter((word) => (word.needs ? word.needs(type) : true) && (hasTerm || word.text !== "OR"));
  const options = ranked([...fieldsOf(type), ...words], typed);
  if (field) return afterField(field, typed, options);
  if (options.length === 0) return undefined;
  const many = type.labelPlural.toLowerCase();
  return { expected: isRelated ? `A condition on ${many}` : `A field of ${many}, or words to search for`, options };
}

/** A name inside a path, after `has:`, or after `any(`. */
export function offerNames({ of, type }: Expected & { kind: "name" }, typed: string): Offer {
  const field = fieldNamed(type, typed);
  const isRelation = of === "call";
  const options = ranked(isRelation ? fieldsOf(type).filter((option) => option.kind === "relation") : fieldsOf(type), typed);
  if (field && of === "path") return afterField(field, typed, options);
  if (field?.relation && isRelation) return { expected: `A condition on \`${field.key}\`, or the end`, options: afterRelation(typed) };
  const many = type.labelPlural.toLowerCase();
  return { expected: isRelation ? `A relation of ${many}` : `A field of ${many}`, options };
}

export function offerOperators(field: FieldSchema): Offer {
  return { expected: `An operator for \`${field.key}\``, options: operatorsOf(field, "") };
}

export function offerFlags(type: TypeSchema, typed: string): Offer {
  const flags = type.flags.map((flag) => ({ text: flag, insert: flag, meaning: FLAGS[flag], kind: "value" as const, goesOn: false }));
  return { expected: `A flag of ${type.labelPlural.toLowerCase()}`, options: ranked(flags, typed) };
}

export function offerCount(part: "operator" | "number"): Offer {
  if (part === "number") return { expected: "A whole number", options: [] };
  const options = (["gt", "gte", "lt", "lte", "eq", "ne"] as const).map((op) => ({ ...operator(op, KINDS.number), insert: SYMBOLS[op] }));
  return { expected: "A comparison with a number", options };
}

const FLAGS: Readonly<Record<FlagName, string>> = {
  open: "In an open stage",
  won: "In a stage that is won",
  lost: "In a stage that is lost",
  overdue: "Its date is over and it is open",
  mine: "You own it",
  unassigned: "Nobody owns it",
  deleted: "In the trash",
};

const hasRelations = (type: TypeSchema) => type.fields.some((field) => field.relation);
const word = (text: string, meaning: string, needs?: (type: TypeSchema) => boolean) => ({
  text,
  insert: text === "OR" || text === "NOT" ? `${text} ` : text,
  meaning,
  kind: "word" as const,
  goesOn: true,
  ...(needs && { needs }),
});

const WORDS = [
  word("is:", "A flag, such as open or mine"),
  word("has:", "The field has a value"),
  word("no:", "The field has no value"),
  word("any(", "At least one related record passes", hasRelations),
  word("none(", "No related record passes", hasRelations),
  word("all(", "Every related record passes", hasRelations),
  word("count(", "How many related records pass", hasRelations),
  word("OR", "Either of the two"),
  word("NOT", "All that do not pass"),
];

const fieldsOf = (type: TypeSchema): Candidate[] =>
  type.fields.map((field) => ({
    text: field.key,
    insert: spellName(field.key),
    meaning: field.label,
    also: field.label,
    kind: field.relation ? "relation" : "field",
    goesOn: true,
  }));

/** After a complete name: first what can follow it, then longer names that start with it. */
function afterField(field: FieldSchema, typed: string, others: Offer["options"]): Offer {
  const longer = others.filter((option) => option.text !== field.key);
  return { expected: `An operator for \`${field.key}\``, options: [...operatorsOf(field, typed), ...longer] };
}

function afterRelation(typed: string): Offer["options"] {
  return [
    { text: ",", insert: `${typed}, `, meaning: "A condition they must pass", kind: "operator", goesOn: true },
    { text: ")", insert: `${typed})`, meaning: "Whether there are any", kind: "operator", goesOn: false },
  ];
}

const OPERATOR_ORDER: readonly Op[] = ["eq", "ne", "contains", "starts_with", "gte", "lte", "gt", "lt"];

function operatorsOf(field: FieldSchema, before: string): Offer["options"] {
  const facts = KINDS[field.type];
  const known = OPERATOR_ORDER.filter((op) => facts.operators.includes(op)).map((op) => operator(op, facts));
  const dot = { text: ".", insert: ".", meaning: `A field of ${field.label.toLowerCase()}`, kind: "operator" as const, goesOn: true };
  return (field.relation ? [dot, ...known] : known).map((option) => ({ ...option, insert: before + option.text }));
}

const operator = (op: Op, facts: KindFacts) => ({
  text: SYMBOLS[op],
  insert: SYMBOLS[op],
  meaning: meaningOf(op, facts),
  kind: "operator" as const,
  goesOn: true,
});

function meaningOf(op: Op, facts: KindFacts): string {
  const isDate = isTime(facts);
  const meanings: Readonly<Record<Op, string>> = {
    eq: isDate ? "is in" : takesRange(facts) ? "is, or lies in a range" : "is, or is one of",
    ne: isDate ? "is not in" : "is not",
    contains: "contains",
    starts_with: "starts with",
    gte: isDate ? "from its start" : "at least",
    lte: isDate ? "up to its end" : "at most",
    gt: isDate ? "after" : "more than",
    lt: isDate ? "before" : "less than",
    set: "has a value",
    unset: "has no value",
  };
  return meanings[op];
}
