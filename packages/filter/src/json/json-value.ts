import { BOUNDS, boundError } from "../bounds.ts";
import type { FilterError } from "../error.ts";
import type { Places } from "../places.ts";
import type { FilterNode, Path, Value } from "../tree.ts";
import { findInvalidCharacter } from "../grammar/characters.ts";
import { printNumber } from "../values/read-number.ts";

/** A JSON document while it is being read. */
export interface JsonReading {
  places: Places;
  errors: FilterError[];
  /** Reads a filter that stands inside another. */
  readInner(json: unknown, pointer: string): FilterNode | undefined;
}

export type JsonValueShape = "one" | "list" | "pair" | "nothing" | "days";

type Reader = (value: unknown, pointer: string, reading: JsonReading) => Value[] | undefined;

const READERS: Record<JsonValueShape, Reader> = {
  one: (value, pointer, reading) => wrap(readScalar(value, pointer, reading)),
  list: readList,
  pair: readPair,
  nothing: readNothing,
  days: readDays,
};

/** Reads the `value` of a rule, or notes what is wrong with it. */
export const readJsonValues = (shape: JsonValueShape, ...given: Parameters<Reader>) => READERS[shape](...given);

/** Reads the `field` of a rule. */
export function readJsonPath(value: unknown, pointer: string, reading: JsonReading): Path | undefined {
  const names: unknown[] = typeof value === "string" ? value.split(".") : Array.isArray(value) ? value : [];
  const path = names.filter((name) => typeof name === "string");
  if (path.length === 0 || path.length !== names.length) {
    return refuse(reading, pointer, "`field` is the name of a field.", "a text, or an array of texts");
  }
  const invalid = findInvalidCharacter(path.join("."));
  return invalid ? refuse(reading, pointer, invalid.message, "a name without it") : reading.places.note(path, { pointer });
}

export function readJsonText(value: unknown, pointer: string, reading: JsonReading): string | undefined {
  if (value === null) return refuse(reading, pointer, "null is not a value.", "`unset`, to find records without a value");
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return printNumber(value);
  if (typeof value !== "string")
    return refuse(reading, pointer, "A value is a text, a number, or true or false.", '`"won"`, `10000`, `true`');
  const invalid = findInvalidCharacter(value);
  return invalid ? refuse(reading, pointer, invalid.message, "a text without it") : value;
}

export function refuse(reading: JsonReading, pointer: string, message: string, expected?: string): undefined {
  reading.errors.push({ pointer, message, ...(expected && { expected }) });
}

const wrap = (value: Value | undefined) => value && [value];

function readScalar(value: unknown, pointer: string, reading: JsonReading): Value | undefined {
  const text = readJsonText(value, pointer, reading);
  return text === undefined ? undefined : reading.places.note<Value>({ kind: "value", text }, { pointer });
}

function readList(value: unknown, pointer: string, reading: JsonReading): Value[] | undefined {
  if (!Array.isArray(value) || value.length === 0)
    return refuse(reading, pointer, "This needs a list of values.", "an array with 1 value or more");
  if (value.length > BOUNDS.values) return void reading.errors.push(boundError("values", { pointer }, value.length));
  const values = value.map((item: unknown, index) => readItem(item, `${pointer}/${index}`, reading));
  const made = values.filter((item) => item !== undefined);
  return made.length === values.length ? made : undefined;
}

function readItem(value: unknown, pointer: string, reading: JsonReading): Value | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return readScalar(value, pointer, reading);
  const range = new Map<string, unknown>(Object.entries(value));
  const isRange = [...range.keys()].every((key) => key === "from" || key === "to");
  if (!isRange) return refuse(reading, pointer, "A range in a list has `from` and `to`.", '`{ "from": 1, "to": 5 }`');
  return readRange(range.get("from") ?? null, range.get("to") ?? null, pointer, reading);
}

function readPair(value: unknown, pointer: string, reading: JsonReading): Value[] | undefined {
  if (!Array.isArray(value) || value.length !== 2)
    return refuse(reading, pointer, "`between` takes two ends.", "[from, to]; null leaves one open");
  return wrap(readRange(value[0], value[1], pointer, reading));
}

function readRange(from: unknown, to: unknown, pointer: string, reading: JsonReading): Value | undefined {
  if (from === null && to === null) return refuse(reading, pointer, "A range has at least one end.", "a `from`, a `to`, or both");
  const [first, last] = [from, to].map((end) => (end === null ? undefined : readJsonText(end, pointer, reading)));
  if ((from !== null && first === undefined) || (to !== null && last === undefined)) return undefined;
  const ends = { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
  return reading.places.note<Value>({ kind: "range", ...ends }, { pointer });
}

/** Other CRMs send null or true along with `isNull`. */
function readNothing(value: unknown, pointer: string, reading: JsonReading): Value[] | undefined {
  return value === undefined || value === null || value === true
    ? []
    : refuse(reading, pointer, "This operator takes no value.", "no `value`");
}

function readDays(value: unknown, pointer: string, reading: JsonReading): Value[] | undefined {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 36_500) {
    return refuse(reading, pointer, "`inLastDays` takes a number of days.", "a whole number from 0 to 36500");
  }
  return [reading.places.note({ kind: "range", from: `-${value}d`, to: "now" }, { pointer })];
}
