import type { CheckedNode, Comparison, Test } from "../checked.ts";
import type { DateExpression } from "../dates/date-text.ts";
import { compareText } from "../fold.ts";
import type { FieldSchema } from "../schema.ts";
import {
  readBoolean,
  readDate,
  readEmail,
  readNumber,
  readOption,
  readPhone,
  readRecordId,
  readText,
  type Reader,
} from "./field-values.ts";
import { countryCode, isCountryKey } from "../values/countries.ts";
import { readPerson, type PersonReference } from "./people.ts";

/** A kind of values: how one is read, and which leaf compares with them. */
export interface Domain<T> {
  read: Reader<T>;
  leaf(field: FieldSchema, comparison: Comparison<T>): CheckedNode;
  match?(field: FieldSchema, op: "contains" | "starts_with", value: T): CheckedNode;
  isReversed?(from: T, to: T): boolean;
}

const test = (field: FieldSchema, test: Test): CheckedNode => ({ kind: "test", field, test });

const textual = (read: Reader<string>): Domain<string> => ({
  read,
  leaf: (field, comparison) => test(field, { of: "text", ...comparison }),
  match: (field, op, value) => test(field, { of: "match", op, value }),
  isReversed: (from, to) => compareText(from, to) > 0,
});

/** Values that are only equal or not: the table of kinds gives these fields nothing but `eq` and `ne`, so it is always `in`. */
const chosen = <T>(read: Reader<T>, make: (field: FieldSchema, values: readonly T[]) => CheckedNode): Domain<T> => ({
  read,
  leaf: (field, comparison) => make(field, comparison.op === "in" ? comparison.values : []),
});

const PLAIN = textual(readText);

/** A country is found by its name as well as by the code that is stored: `country:Poland` is `country:Poland,PL`. */
export const TEXT: Domain<string> = {
  ...PLAIN,
  leaf: (field, comparison) =>
    PLAIN.leaf(field, comparison.op === "in" && isCountryKey(field.key) ? { op: "in", values: withCodes(comparison.values) } : comparison),
};
const withCodes = (names: readonly string[]) => [...new Set(names.flatMap((name) => [name, countryCode(name) ?? []].flat()))];

export const EMAIL = textual(readEmail);
export const PHONE = textual(readPhone);

export const NUMBER: Domain<number> = {
  read: readNumber,
  leaf: (field, comparison) => test(field, { of: "number", ...comparison }),
  isReversed: (from, to) => from > to,
};

const dated = (of: "day" | "instant"): Domain<DateExpression> => ({
  read: readDate,
  leaf: (field, comparison) => test(field, { of, ...comparison }),
});
export const DAY = dated("day");
export const INSTANT = dated("instant");

export const BOOLEAN = chosen(readBoolean, (field, values) => test(field, { of: "boolean", op: "in", values }));
export const OPTION = chosen(readOption, (field, values) => test(field, { of: "option", op: "in", values }));
export const RECORD = chosen(readRecordId, (field, values) => test(field, { of: "record", op: "in", values }));

/** `@unassigned` is no person but the lack of one. */
export const USER = chosen<PersonReference>(
  (text, _field, _op, { people, budget }) => readPerson(text, people, budget),
  (field, values) => {
    const users = values.filter((value) => value.kind !== "nobody");
    const known = users.length > 0 ? [test(field, { of: "user", op: "in", values: users })] : [];
    const nobody: CheckedNode[] = users.length < values.length ? [{ kind: "not", node: { kind: "set", field } }] : [];
    const [only, another] = [...known, ...nobody];
    return only && !another ? only : { kind: "or", nodes: [...known, ...nobody] };
  },
);
