import { type FieldSchema, type FilterNode, type Op, parse, parseDate, type Path, print, type Value } from "@kith/filter";
import { completeAt, type CompletionOption, type CompletionSource } from "@kith/filter/editor";
import { isTime, KINDS } from "@kith/filter/kinds";
import { dayWithYear, numberText } from "../../ui/formats.ts";

export type Compare = Extract<FilterNode, { kind: "compare" }>;

/** The one comparison that a condition is, and the field it is about; undefined for what a picker cannot show. */
export function comparisonOf(condition: string, source: CompletionSource): { node: Compare; fields: FieldSchema[] } | undefined {
  const parsed = parse(condition);
  if (!parsed.ok || parsed.tree.kind !== "compare") return undefined;
  const fields = fieldsOf(parsed.tree.path, source);
  return fields && { node: parsed.tree, fields };
}

export interface Flag {
  name: string;
  isNot: boolean;
}

/** The one flag that a condition is, or its opposite. */
export function flagOf(condition: string): Flag | undefined {
  const parsed = parse(condition);
  if (!parsed.ok) return undefined;
  const node = parsed.tree.kind === "not" ? parsed.tree.node : parsed.tree;
  return node.kind === "flag" ? { name: node.name, isNot: parsed.tree.kind === "not" } : undefined;
}

export function flagText({ name, isNot }: Flag): string {
  const node: FilterNode = { kind: "flag", name };
  return print(isNot ? { kind: "not", node } : node);
}

export const flagWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A condition as people say it: "Owner is Joel Wrona", "Won: this quarter". Undefined for one that only its text can say. */
export function wordsOf(condition: string, source: CompletionSource): string | undefined {
  const parsed = parse(condition);
  return parsed.ok ? nodeWords(parsed.tree, source) : undefined;
}

function nodeWords(node: FilterNode, source: CompletionSource): string | undefined {
  if (node.kind === "flag") return flagWords(node.name);
  if (node.kind === "text") return `Contains “${node.text}”`;
  if (node.kind === "not" && node.node.kind === "flag") return `Not ${node.node.name}`;
  if (node.kind === "not") {
    const words = nodeWords(node.node, source);
    return words && `Not: ${words}`;
  }
  return node.kind === "compare" ? compareWords(node, source) : undefined;
}

function compareWords({ path, op, values }: Compare, source: CompletionSource): string | undefined {
  const fields = fieldsOf(path, source);
  const field = fields?.at(-1);
  if (!fields || !field) return undefined;
  const label = fields.map((one, at) => (at === 0 ? one.label : one.label.toLowerCase())).join(" · ");
  if (op === "set") return `${label} is not empty`;
  if (op === "unset") return `${label} is empty`;
  const said = values.map((value) => valueWords(value, field, source)).join(" or ");
  return isTime(KINDS[field.type]) ? `${label}: ${TIME_OPS[op] ?? ""}${said}` : `${label} ${OPS[op] ?? ""} ${said}`;
}

/** How an operator is said, between a field and its value. */
const OPS: Partial<Record<Op, string>> = {
  eq: "is",
  ne: "is not",
  lt: "below",
  lte: "at most",
  gt: "above",
  gte: "at least",
  contains: "contains",
  starts_with: "starts with",
};
const TIME_OPS: Partial<Record<Op, string>> = { ne: "not ", lt: "before ", lte: "up to ", gt: "after ", gte: "from " };

/** What an operator is called where it is chosen. */
export function operatorText(op: Op, field: FieldSchema): string {
  if (op === "set") return "is not empty";
  if (op === "unset") return "is empty";
  return (isTime(KINDS[field.type]) ? (TIME_OPS[op] ?? "is") : (OPS[op] ?? op)).trim();
}

function valueWords(value: Value, field: FieldSchema, source: CompletionSource): string {
  if (value.kind === "value") return endWords(value.text, field, source);
  const [from, to] = [value.from, value.to].map((end) => (end === undefined ? undefined : endWords(end, field, source)));
  if (from === undefined) return `up to ${to}`;
  return to === undefined ? `from ${from}` : `${from} to ${to}`;
}

function endWords(text: string, field: FieldSchema, source: CompletionSource): string {
  if (isTime(KINDS[field.type])) return dateWords(text);
  if (text === "@me") return "me";
  const choice = choicesFor(field, source).find((option) => option.text === text);
  if (choice) return choice.meaning;
  const person = KINDS[field.type].shape === "person" ? source.people?.find(({ id, email }) => id === text || email === text) : undefined;
  if (person) return person.name;
  return KINDS[field.type].shape === "number" && /^-?\d+(\.\d+)?$/.test(text) ? numberText(text) : text;
}

const UNITS = { h: "hour", d: "day", w: "week", m: "month", q: "quarter", y: "year" };

/** "this quarter", "in 30 days", "20 Nov 2026". */
export function dateWords(text: string): string {
  const date = parseDate(text);
  if (date?.kind === "relative") {
    const count = Math.abs(date.amount);
    const many = `${count} ${UNITS[date.unit]}${count === 1 ? "" : "s"}`;
    return date.amount < 0 ? `${many} ago` : `in ${many}`;
  }
  if (date?.kind === "date") return date.unit === "day" ? dayWithYear(date.text) : date.text;
  if (date?.kind === "to_date") return `this ${date.unit} so far`;
  return text.replaceAll("_", " ");
}

/** What a field can be, as completion offers it: options, people, dates. Empty for what is typed. */
export function choicesFor(field: FieldSchema, source: CompletionSource, path: Path = [field.key]): CompletionOption[] {
  const text = `${path.join(".")}:`;
  return completeAt(text, text.length, source)?.options ?? [];
}

function fieldsOf(path: Path, source: CompletionSource): FieldSchema[] | undefined {
  const fields: FieldSchema[] = [];
  let type = source.lookup(source.type);
  for (const key of path) {
    const field = type?.fields.find((one) => one.key === key);
    if (!field) return undefined;
    fields.push(field);
    type = field.relation && source.lookup(field.relation.type);
  }
  return fields;
}
