import { print, toJson, type Lookup, type Person, type TypeSchema } from "@kith/filter";
import { anyTree, filterOf, type Pool } from "@kith/filter/arbitrary";
import fc, { type Arbitrary } from "fast-check";
import { changeTexts, TEXTS } from "./texts.ts";

/** Part of every text that an attacker would like to get into a statement: no statement may contain it. */
export const CANARY = "zq7x";

/** The types and people of the attacked company, as the language knows them. */
export interface Target {
  types: readonly TypeSchema[];
  people: readonly Person[];
}

/** A filter as it is sent; bytes go into a URL as they are, also where they are no text. */
export interface Hostile {
  type: string;
  filter: string | Uint8Array;
}

const QUOTES = "' \" ` ´ ‘ ’ ‚ ‛ “ ” „ « » ‹ › ＇ ＂ ʼ ʹ ′ ″ \\".split(" ");
const PAYLOADS = [
  ...";--@ /*@*/ --@ #@ $1@ $$@$$ %@% _@_ :@ E'\\'@ U&'@' ${@} {{@}} pg_sleep(5)@ '||pg_sleep(5)||'@ (select(pg_sleep(5)))@".split(" "),
  ..."\u0000@ \ud800@ @\udc00 \u202e@ \u200f@ \ufeff@ \r\n@ \u001b[31m@ \u007f@ \u2028@".split(" "),
  "1;select pg_sleep(5)--@",
  "'); drop table records; --@",
  "' union select null,@--",
];
export const INJECTIONS = [
  ...QUOTES.flatMap((quote) => [`${quote}@`, `${quote};--@`, `${quote} OR ${quote}@${quote}=${quote}@`]),
  ...PAYLOADS,
].map((text) => text.replaceAll("@", CANARY));
const NAMES = [
  ..."__proto__ constructor prototype toString hasOwnProperty __proto__.polluted constructor.prototype".split(" "),
  ..."amount::text r.amount records.amount data->>'name' cast(amount) name.title r1.id company_id deleted_at id".split(" "),
  ..."amuont AMOUNT stge clsoe_date organisation organization.contry tasks.deal.organization.name a.b.c.d.e".split(" "),
  ...`${CANARY} name${CANARY} "${CANARY}" . .. name. .name sta\u0000ge ѕtage ｎａｍｅ`.split(" "),
  "Amount ",
  "",
];
const VALUES = [
  ..."1e308 -1e308 9e999 1e-999 NaN Infinity -0 0x10 1_000 10,000 1000000000000000 1e+1000".split(" "),
  ..."9999 9999-12-31 9999-12-31T23:59-14:00 1000-01-01T00:00+14:00 99999-01-01 0000-00-00 2026-02-30 2026-13 24:00".split(" "),
  ..."-876000h +876001h +100y -36500d +999999d now..now tomorrow..yesterday .. ... 5..1 today.. ..9999".split(" "),
  ..."@me @nobody @unassigned @ @@ usr_0 rec_nobody rec_77777777777777777777777777 rec_zzzzzzzzzzzzzzzzzzzzzzzzzz null".split(" "),
  ..."won,,lost , won, true yes % _ \\ * .* (a+)+$ [[:alpha:]] ^ $ (?=x)".split(" "),
  "9".repeat(400),
];
const OPERATORS = [...": != > >= < <= ~ ^= = == =~ :: :> <> ! :~ LIKE IN".split(" "), " ", " : "];
const WRAPS: ((inner: string) => string)[] = [
  (inner) => inner,
  (inner) => `(${inner}`,
  (inner) => `${inner})`,
  (inner) => `NOT ${inner}`,
  (inner) => `-${inner}`,
  (inner) => `any(tasks, ${inner})`,
  (inner) => `all(${inner})`,
  (inner) => `count(tasks, ${inner}) > 1`,
  (inner) => `none(contacts, any(deals, ${inner}))`,
  (inner) => `${inner} OR ${inner} AND ${inner}`,
  (inner) => `${inner} && ${inner}`,
  (inner) => `has:${inner}`,
  (inner) => `is:${inner}`,
  (inner) => `organization.deals.tasks.${inner}`,
];
const BOMBS: ((size: number) => string)[] = [
  (size) => "(".repeat(size) + "a" + ")".repeat(size),
  (size) => "(".repeat(size),
  (size) => "NOT ".repeat(size) + "a",
  (size) => "-".repeat(size) + "a",
  (size) => Array.from({ length: size }, (_, at) => `name:${at}`).join(" OR "),
  (size) => `name:${Array.from({ length: size }, (_, at) => at).join(",")}`,
  (size) => "any(tasks, ".repeat(size),
  (size) => `${"organization.".repeat(size)}name:a`,
  (size) => `name~${"%".repeat(size)}`,
  (size) => `"${"a".repeat(size)}`,
  (size) => "\\".repeat(size),
  (size) => `amount:${"9".repeat(size)}`,
  (size) => "[".repeat(size) + "]".repeat(size),
  (size) => '{"not":'.repeat(size) + '{"text":"a"}' + "}".repeat(size),
  (size) => `[${Array.from({ length: size }, () => '{"text":"a"}').join()}]`,
  (size) => `{"field":"name","op":"in","value":[${Array.from({ length: size }, (_, at) => at).join()}]}`,
];

/** Every way to attack the filter that we know of, and random ones: broken filters, near misses, bombs, bytes. */
export function anyHostile(target: Target): Arbitrary<Hostile> {
  const valid = fc.oneof(...target.types.map((type) => validFor(type, target)));
  const sniplet = fc.constantFrom(...INJECTIONS, ...NAMES, ...VALUES, ...OPERATORS, ...TEXTS, "(", ")", '"', ",", "..", " ", "AND", "OR");
  const broken = fc
    .tuple(valid, fc.nat(), fc.nat({ max: 6 }), fc.option(sniplet, { nil: "" }))
    .map(([{ type, filter }, at, drop, insert]) => {
      const cut = at % (filter.length + 1);
      return { type, filter: filter.slice(0, cut) + insert + filter.slice(cut + drop) };
    });
  const names = fc.constantFrom(...NAMES, ...target.types.flatMap(({ fields }) => fields.map(({ key }) => key)));
  const nearMiss = fc
    .tuple(names, fc.constantFrom(...OPERATORS), fc.constantFrom(...VALUES, ...INJECTIONS), fc.constantFrom(...WRAPS), fc.boolean())
    .map(([name, operator, value, wrap, isQuoted]) => ({
      type: "deal",
      filter: wrap(`${name}${operator}${isQuoted ? quoted(value) : value}`),
    }));
  const bomb = fc
    .tuple(fc.constantFrom(...BOMBS), fc.constantFrom(3, 6, 21, 26, 101, 300, 1_000, 2_900))
    .map(([make, size]) => ({ type: "deal", filter: make(size) }));
  const bytes = fc.uint8Array({ maxLength: 60 }).map((filter) => ({ type: "deal", filter }));
  const noise = fc
    .oneof(
      fc.array(sniplet, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...Array.from(" ()\",:.-<>=!~^a0'{}[]\\;")), maxLength: 80 }),
      anyTree().map(print),
    )
    .map((filter) => ({ type: "deal", filter }));
  return fc.oneof(
    { weight: 2, arbitrary: valid },
    { weight: 4, arbitrary: broken },
    { weight: 4, arbitrary: nearMiss },
    { weight: 1, arbitrary: bomb },
    { weight: 1, arbitrary: bytes },
    { weight: 2, arbitrary: noise },
    { weight: 2, arbitrary: anyJson(target) },
  );
}

const lookupIn =
  ({ types }: Target): Lookup =>
  (key) =>
    types.find((type) => type.key === key);
const poolOf = ({ people }: Target): Pool => ({ people, ids: ["rec_0", "rec_1"] });
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** A valid filter with an injection in every place that takes a text. */
function validFor(type: TypeSchema, target: Target): Arbitrary<{ type: string; filter: string }> {
  const lookup = lookupIn(target);
  const texts = fc.array(fc.constantFrom(...INJECTIONS.filter(isPlain), ...VALUES), { minLength: 1, maxLength: 5 });
  return fc.tuple(filterOf(type, lookup, poolOf(target)), texts).map(([tree, values]) => {
    let at = 0;
    return { type: type.key, filter: print(changeTexts(tree, type, lookup, () => values[at++ % values.length] ?? "")) };
  });
}

export const isPlain = (text: string) => text.isWellFormed() && !text.includes("\0");

/** JSON with something else in place of one part, a name twice, or names that reach into prototypes. */
function anyJson(target: Target): Arbitrary<Hostile> {
  const tree = fc.oneof(
    ...target.types.map((type) => filterOf(type, lookupIn(target), poolOf(target)).map((made) => ({ type: type.key, made }))),
  );
  const insert = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...INJECTIONS, ...NAMES, ...VALUES, 1e308, -0, null, [], {}));
  const doubled = fc.constantFrom(
    '{"text":"a","text":"b"}',
    '{"__proto__":{"text":"a"}}',
    '{"constructor":{"prototype":{"is":"won"}}}',
    '{"field":"name","op":"eq","value":"a","__proto__":1}',
    `{"field":["name","${CANARY}"],"op":"eq","value":1}`,
    `{"field":"${CANARY}","op":"pg_sleep(5)","value":1}`,
    '{"and":[],"and":[{"is":"won"}]}',
    '{"is":"won"}{"is":"lost"}',
    "[1e999]",
    '{"text":"\\ud800"}',
    '{"text":"\\u0000"}',
  );
  const spoiled = fc.tuple(tree, fc.nat({ max: 12 }), insert).map(([{ type, made }, at, other]) => {
    return { type, filter: JSON.stringify(spoil(toJson(made), at, other)) };
  });
  return fc.oneof(
    { weight: 4, arbitrary: spoiled },
    doubled.map((filter) => ({ type: "deal", filter })),
  );
}

/** Puts something else in place of one part of a JSON value. */
function spoil(value: unknown, at: number, insert: unknown): unknown {
  let left = at;
  const walk = (part: unknown): unknown => {
    if (left-- === 0) return insert;
    if (Array.isArray(part)) return part.map(walk);
    return typeof part === "object" && part ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)])) : part;
  };
  return walk(value);
}
