import { BOUNDS, MAX_LEVELS, findOverBounds, boundError } from "../bounds.ts";
import { MAX_ERRORS, type FilterError } from "../error.ts";
import { Places, type Parsed } from "../places.ts";
import { EVERYTHING, all, any, type FilterNode } from "../tree.ts";
import { readRule } from "./json-rule.ts";
import { readJsonText, refuse, type JsonReading } from "./json-value.ts";

/** Reads a filter written as JSON; a bare array means AND. It never throws, and never leaves a part of the JSON out of the tree. */
export function fromJson(json: unknown): Parsed {
  const places = new Places();
  const errors: FilterError[] = [];
  const tree = isEmptyGroup(json) ? places.note({ ...EVERYTHING }, { pointer: "" }) : read(json, "", 0, { places, errors });
  if (!tree || errors.length > 0) return { ok: false, errors: errors.slice(0, MAX_ERRORS) };
  const over = findOverBounds(tree, places);
  return over.length > 0 ? { ok: false, errors: over } : { ok: true, tree, places };
}

type Document = Omit<JsonReading, "readInner">;

function read(json: unknown, pointer: string, level: number, document: Document): FilterNode | undefined {
  if (level > MAX_LEVELS) return void document.errors.push(boundError("depth", { pointer }));
  const reading: JsonReading = { ...document, readInner: (inner, at) => read(inner, at, level + 1, document) };
  const node = readNode(json, pointer, reading);
  return node && document.places.note(node, { pointer });
}

function readNode(json: unknown, pointer: string, reading: JsonReading): FilterNode | undefined {
  if (Array.isArray(json)) return readGroup(json, pointer, reading, all);
  const rule = new Map<string, unknown>(typeof json === "object" && json ? Object.entries(json) : []);
  if (rule.has("field") || rule.has("op")) return readRule(rule, pointer, reading);
  const [key = ""] = rule.keys();
  const reader = rule.size === 1 ? READERS.get(key) : undefined;
  if (!reader)
    return refuse(reading, pointer, "This is not a filter.", "one of `and`, `or`, `not`, `text`, `is`, or a `field` with its `op`");
  return reader(rule.get(key), `${pointer}/${key}`, reading);
}

type Reader = (value: unknown, pointer: string, reading: JsonReading) => FilterNode | undefined;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["and", (value, pointer, reading) => readGroup(value, pointer, reading, all)],
  ["or", (value, pointer, reading) => readGroup(value, pointer, reading, any)],
  ["not", readNot],
  ["text", (value, pointer, reading) => withText(value, pointer, reading, (text) => ({ kind: "text", text }))],
  ["is", (value, pointer, reading) => withText(value, pointer, reading, (name) => ({ kind: "flag", name }))],
]);

function readGroup(value: unknown, pointer: string, reading: JsonReading, join: typeof all): FilterNode | undefined {
  if (!Array.isArray(value) || value.length === 0)
    return refuse(reading, pointer, "A group needs filters in it.", "an array with 1 filter or more");
  if (value.length > BOUNDS.conditions) return void reading.errors.push(boundError("conditions", { pointer }, value.length));
  const nodes = value.map((item: unknown, index) => reading.readInner(item, `${pointer}/${index}`));
  const made = nodes.filter((node) => node !== undefined);
  return made.length === nodes.length ? join(made) : undefined;
}

function readNot(value: unknown, pointer: string, reading: JsonReading): FilterNode | undefined {
  const node = reading.readInner(value, pointer);
  return node && { kind: "not", node };
}

function withText(value: unknown, pointer: string, reading: JsonReading, make: (text: string) => FilterNode): FilterNode | undefined {
  const text = readJsonText(value, pointer, reading);
  return text === undefined ? undefined : make(text);
}

/** Only the whole filter may be empty: it means every record. */
function isEmptyGroup(json: unknown): boolean {
  const rule = new Map<string, unknown>(typeof json === "object" && json && !Array.isArray(json) ? Object.entries(json) : []);
  const group = rule.size === 1 ? rule.get("and") : json;
  return Array.isArray(group) && group.length === 0;
}
