import { ALL, CHOSEN, MATCHED, ORDERED } from "./operators.ts";
import type { Op } from "./tree.ts";

/** What one value is. Code that reads, stores, compares or shows values branches on this, never on the kind. */
export type Shape = "text" | "number" | "boolean" | "day" | "moment" | "option" | "person" | "record";

export interface KindFacts {
  shape: Shape;
  /** What a filter can do with it. A range is written with `eq` and needs an order. */
  operators: readonly Op[];
  /** Its name where kinds are offered, and what it holds. */
  label: string;
  description: string;
  /** As in "`amount` is an amount of money and has no `~`". */
  noun: string;
  /** What to type as a value in a filter, where there is nothing to choose from. `{field}` stands for the field. */
  prompt?: string;
  /** It can hold several values: always, or if its field says so. Values are stored as a list either way. */
  several?: "always" | "optional";
  /** What a type can use such a field for. A kind with the role of a stage has options with a state and a probability. */
  role?: "stage" | "amount" | "date";
  /** Charts can count records by its values. */
  isGroupable?: true;

  /** Text: at most so many characters. */
  maxLength?: number;
  /** Text: it has paragraphs. */
  isLong?: true;
  /** Text: how it must be written. */
  format?: "email" | "phone" | "url";
  /** Text: what records can be matched by. Of a web address the whole address, or its domain where the field says so. */
  identifier?: "email" | "phone" | "url";

  /** Number: stored as decimal text, so that no digit is lost. */
  isExact?: true;
  /** Number: a whole number from `min` to `max`. */
  bounds?: { min: number; max: number };

  /** CSV: most cells of a column look like this. Of several kinds the first in this table is taken. */
  looksLike?: RegExp;
  /** What separates several values in one cell or one line; without it, a semicolon or a new line. */
  separator?: RegExp;
}

/**
 * Every kind of field, in the order in which they are offered: the one table that the filter language, the server and the web
 * application read. A new kind is an entry here, and an editor and a cell in the web application where those of its shape do not
 * suit it. No other file names a kind; `server/test/kinds.test.ts` checks that.
 */
const TABLE = {
  text: {
    shape: "text",
    operators: ALL,
    label: "Text",
    description: "One line, such as a city",
    noun: "a text",
    prompt: "Text for {field}; with spaces, in quotes",
    maxLength: 2_000,
    isGroupable: true,
  },
  long_text: {
    shape: "text",
    operators: MATCHED,
    label: "Long text",
    description: "Paragraphs with line breaks",
    noun: "a long text",
    prompt: "Text for {field}; with spaces, in quotes",
    maxLength: 50_000,
    isLong: true,
  },
  number: {
    shape: "number",
    operators: ORDERED,
    label: "Number",
    description: "42, or 3.5",
    noun: "a number",
    prompt: "A number for {field}, such as 10000",
  },
  money: {
    shape: "number",
    operators: ORDERED,
    label: "Money",
    description: "An amount in your currency",
    noun: "an amount of money",
    prompt: "An amount for {field}, such as 10000",
    isExact: true,
    role: "amount",
  },
  rating: {
    shape: "number",
    operators: ORDERED,
    label: "Rating",
    description: "One to five stars",
    noun: "a rating",
    prompt: "A rating for {field}, from 1 to 5",
    bounds: { min: 1, max: 5 },
    isGroupable: true,
  },
  boolean: {
    shape: "boolean",
    operators: CHOSEN,
    label: "Yes or no",
    description: "Checkbox",
    noun: "true or false",
    isGroupable: true,
  },
  date: {
    shape: "day",
    operators: ORDERED,
    label: "Date",
    description: "A day, such as 20 Nov 2026",
    noun: "a date",
    role: "date",
    isGroupable: true,
    looksLike: /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/,
  },
  datetime: {
    shape: "moment",
    operators: ORDERED,
    label: "Date and time",
    description: "A moment, in your time zone",
    noun: "a date with a time",
    role: "date",
    isGroupable: true,
  },
  select: {
    shape: "option",
    operators: CHOSEN,
    label: "Select",
    description: "One of a list you make",
    noun: "a choice",
    isGroupable: true,
  },
  multi_select: {
    shape: "option",
    operators: CHOSEN,
    label: "Multi-select",
    description: "Several of a list you make",
    noun: "a list of choices",
    several: "always",
    isGroupable: true,
  },
  stage: {
    shape: "option",
    operators: CHOSEN,
    label: "Stage",
    description: "A pipeline: steps with a probability",
    noun: "a stage",
    role: "stage",
    isGroupable: true,
  },
  user: {
    shape: "person",
    operators: CHOSEN,
    label: "Person",
    description: "Someone in your company",
    noun: "a person",
    prompt: "A person for {field}",
    isGroupable: true,
  },
  relation: {
    shape: "record",
    operators: CHOSEN,
    label: "Relation",
    description: "A link to other records",
    noun: "a relation",
    prompt: "The name or id of a record for {field}; a dot leads to its fields",
    several: "optional",
    isGroupable: true,
  },
  email: {
    shape: "text",
    operators: MATCHED,
    label: "Email",
    description: "Addresses, also to find duplicates",
    noun: "an email address",
    prompt: "An email address for {field}",
    several: "optional",
    format: "email",
    identifier: "email",
    looksLike: /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
    separator: /[;,\s]+/,
  },
  phone: {
    shape: "text",
    operators: MATCHED,
    label: "Phone",
    description: "Numbers, also to find duplicates",
    noun: "a phone number",
    prompt: "A phone number for {field}",
    several: "optional",
    format: "phone",
    identifier: "phone",
    looksLike: /^(\+|00|\()?[\d\s()./-]{7,20}$/,
    separator: /[;,\n]+/,
  },
  url: {
    shape: "text",
    operators: MATCHED,
    label: "Web address",
    description: "A site, also to find duplicates",
    noun: "a link",
    prompt: "An address for {field}",
    format: "url",
    identifier: "url",
    looksLike: /^(https?:\/\/|www\.)\S+$/i,
    isGroupable: true,
  },
} as const satisfies Record<string, KindFacts>;

export type FieldKind = keyof typeof TABLE;

export const KINDS: Readonly<Record<FieldKind, KindFacts>> = TABLE;

/** The names of all kinds. */
export const FIELD_KINDS = Object.keys(TABLE) as FieldKind[]; // Object.keys forgets them

/** The names of the kinds whose facts match. */
export const kindsThat = (matches: (facts: KindFacts) => boolean): FieldKind[] => FIELD_KINDS.filter((kind) => matches(KINDS[kind]));

/** Values are stored as a list, even a single one. Such a kind has no order. */
export const isList = ({ several }: KindFacts) => several !== undefined;

export const isTime = ({ shape }: Pick<KindFacts, "shape">) => shape === "day" || shape === "moment";

/** One of a few known values: lists can be shown in groups by it. */
export const isCategory = (facts: KindFacts) => !isList(facts) && (facts.shape === "option" || facts.shape === "person");

export const takesRange = ({ operators }: KindFacts) => operators.includes("lte");
