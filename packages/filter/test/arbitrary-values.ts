import fc, { type Arbitrary } from "fast-check";
import { DATE_NAMES, type FieldSchema, type Person } from "../src/index.ts";
import { KINDS, type KindFacts, type Shape } from "../src/kinds.ts";

/** The time at which random filters run: records are made around it. */
export const NOW = new Date("2026-11-14T11:30:00.000Z");
export const TIME_ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "UTC"] as const;

/** What random values are drawn from, besides their type: the same names on both sides, so that filters find something. */
export interface Pool {
  people: readonly Person[];
  /** Ids of records, for relations. */
  ids: readonly string[];
}

/** Texts that have broken something somewhere: case, composition, order, quoting, patterns, things that look like others. */
const AWKWARD = [
  ..."a A b ß ẞ ss é E\u0301 Zoë zebra İ i̇ ı I ΣΑΣ σας ΑΣ J\u030c ǰ ﬀ 😀 \u{10ffff} \uffff \ue000".split(" "),
  ..."true false today -14d 2026 2026-11-14 10 010 1e3 -0 @me @unassigned .. ... a..b .5 5. - -a --".split(" "),
  ..."AND OR NOT and or not has no is any all none count && || | & % _ \\ \\\" ' '' ; -- $1 :a a:b a=b !a a! ~ ^= , ( ) ()".split(" "),
  ..."has: is:open any( __proto__ constructor toString https://example.com/?a=b#c mara@example.com +4930123456 100% a_b a.b".split(" "),
  "two words",
  " ",
  "\t",
  "\u00a0",
  "line\nbreak",
  'say "hi"',
  "'quoted'",
  "“curly”",
  "Lindqvist, Mara",
  "f(x)",
];

/** Letters whose lower case came with Unicode 16 or 17: an older database does not know it yet. */
const NEW_LETTERS = /[\u1c89\ua7cb-\ua7cf\ua7d2-\ua7d4\ua7da-\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

const isUsable = (text: string) => !text.includes("\0") && !NEW_LETTERS.test(text);

/** A text of any characters that may stand in a filter. */
export function anyText(): Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...AWKWARD, "") },
    { weight: 2, arbitrary: fc.string({ maxLength: 8 }) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 6 }).filter(isUsable) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...AWKWARD), { maxLength: 3 }).map((parts) => parts.join("")) },
  );
}

/** The same, but never empty. */
export const someText = () => anyText().filter((text) => text !== "");

const NUMBERS = [0, 1, -1, 0.1, 0.2, 0.3, 2.5, -2.5, 10, 100, 9_999.99, 10_000, 1e-7, 999_999_999_999_999];
/** The same number as a person writes it. */
const otherSpelling = (text: string) =>
  fc.constantFrom(text, text, ...(text.endsWith("000") && !text.includes(".") ? [`${text.slice(0, -3)}k`] : []));
const EMAILS = ["mara@example.com", "joel@example.com", "a.b+c@example.co", "ß@example.com"];
const PHONES = ["+4930123456", "+4930123457", "+15550100"];

const DAY_MS = 86_400_000;
/** Days around now, with the changes of clocks in Berlin and New York and the ends of months, quarters and years among them. */
const instants = () =>
  fc
    .tuple(
      fc.constantFrom(0, -14, 14, -20, -13, 134, 120, 17, 47, -45, -318, -365, 30),
      fc.constantFrom(0, 0.25, 0.5, 0.75),
      fc.constantFrom(0, 1, -1, 1_800_000),
    )
    .map(([days, part, more]) => new Date(Math.floor(NOW.getTime() / DAY_MS) * DAY_MS + (days + part) * DAY_MS + more));
const days = () => instants().map((instant) => instant.toISOString().slice(0, 10));

const dates = () =>
  fc.oneof(
    fc.constantFrom(...DATE_NAMES),
    fc
      .tuple(fc.constantFrom("-", "+"), fc.integer({ min: 0, max: 60 }), fc.constantFrom(..."hdwmqy".split("")))
      .map((parts) => parts.join("")),
    fc
      .tuple(
        fc.constantFrom("last", "next"),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom("days", "weeks", "months", "quarters", "years"),
      )
      .map((parts) => parts.join("_")),
    fc
      .tuple(fc.constantFrom("yesterday", "friday", "-3d", "end_of_month"), fc.constantFrom("00:00", "02:30", "14:00"))
      .map((parts) => parts.join(" ")),
    fc.constantFrom("2026-Q3", "2026-Q4", "2025-q1", "20.11.2026", "20 Nov 2026 14:00", "last friday"),
    days(),
    days().map((day) => day.slice(0, 7)),
    days().map((day) => day.slice(0, 4)),
    instants().map((instant) => instant.toISOString()),
    instants().map((instant) => instant.toISOString().slice(0, 16)),
    instants().map((instant) => `${instant.toISOString().slice(0, 19)}+05:30`),
  );

interface Values {
  /** As written in a filter on such a field; always one that is understood. */
  written(field: FieldSchema, pool: Pool): Arbitrary<string>;
  /** As held by a record. */
  held(field: FieldSchema, pool: Pool): Arbitrary<unknown>;
}

// Texts are stored composed (NFC): the README asks that of the server.
const texts: Values = { written: someText, held: () => anyText().map((text) => text.normalize("NFC")) };
const numbers: Values = {
  written: () =>
    fc
      .oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -1_000, max: 1_000 }))
      .map(String)
      .chain(otherSpelling),
  held: () => fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: -1_000, max: 1_000 })),
};
const options: Values = {
  written: (field) => fc.constantFrom(...(field.options ?? []).flatMap(({ key, label }) => [key, label, label.toUpperCase()])),
  held: (field) => fc.constantFrom(...(field.options ?? []).map(({ key }) => key)),
};

const VALUES: Readonly<Record<Shape, Values>> = {
  text: texts,
  number: numbers,
  boolean: { written: () => fc.constantFrom("true", "false", "TRUE"), held: () => fc.boolean() },
  day: { written: dates, held: days },
  moment: { written: dates, held: () => instants().map((instant) => instant.toISOString()) },
  option: options,
  person: {
    written: (_, { people }) => fc.constantFrom("@me", "@unassigned", ...people.flatMap(({ id, name, email }) => [id, name, `@${email}`])),
    held: (_, { people }) => fc.constantFrom(...people.map(({ id }) => id)),
  },
  record: { written: (_, { ids }) => fc.constantFrom(...ids, "rec_nobody"), held: () => fc.constant(undefined) },
};

const FORMATTED: Readonly<Record<NonNullable<KindFacts["format"]>, Values>> = {
  email: { written: () => fc.constantFrom(...EMAILS, "MARA@example.com"), held: () => fc.constantFrom(...EMAILS) },
  phone: { written: () => fc.constantFrom(...PHONES, "+49 (30) 123-456"), held: () => fc.constantFrom(...PHONES) },
  url: texts,
};

function valuesFor({ type }: FieldSchema): Values {
  const { shape, format, bounds } = KINDS[type];
  if (bounds) return { ...numbers, held: () => fc.integer(bounds) };
  return format ? FORMATTED[format] : VALUES[shape];
}

export const writtenFor = (field: FieldSchema, pool: Pool) => valuesFor(field).written(field, pool);

/** What a record holds in a field: often nothing, in each of the ways there are. */
export function heldFor(field: FieldSchema, pool: Pool): Arbitrary<unknown> {
  const one = valuesFor(field).held(field, pool);
  const some = field.isMulti ? fc.uniqueArray(one, { maxLength: 3 }) : one;
  return fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
}
