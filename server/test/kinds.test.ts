import assert from "node:assert/strict";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { FIELD_KINDS } from "@kith/filter/kinds";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = ["packages/filter/src/**/*.ts", "server/src/**/*.ts", "web/src/**/*.{ts,tsx}"];

/** Where a kind may be named, and why. */
const ALLOWED: Record<string, string> = {
  "web/src/features/inbox/put-mail.ts": "names of HTML elements",
  "packages/filter/src/kinds.ts": "the table itself",
  "packages/filter/src/dates/date-text.ts": "a date that was written as a date, and not in words",
  "packages/filter/src/dates/read-date.ts": "the same",
  "packages/filter/src/values/read-time.ts": "the same",
  "packages/filter/src/editor/option.ts": "what a completion offers: a relation to follow",
  "packages/filter/src/editor/offer-names.ts": "the same, and a count is compared like a number",
  "server/src/features/imports/save-cells.ts": "an email address is not the name of a new record",
  "server/src/features/inbox/filter-schema.ts": "what a filter can say about conversations",
  "server/src/features/types/filter-schema.ts": "the id of a record, which is compared like a relation",
  "server/src/features/types/starting.ts": "fields that every company starts with",
  "server/src/features/types/schema.ts": "fields that every type has",
  "server/src/surfaces/forms/form-tree.ts": "an element of HTML",
  "web/src/features/filters/condition-words.ts": "a part of a filter, and a date that was written as a date",
  "web/src/features/filters/filter-reach.ts": "a part of a filter",
  "web/src/features/inbox/use-language.ts": "a part of a filter",
  "web/src/features/fields/kinds.ts": "the look of each kind: width, editor and cell",
  "web/src/features/types/kinds.ts": "the icon of each kind",
  "web/src/features/records/activity/dialog-fields.ts": "fields made up for the dialog of an activity",
  "web/src/features/records/record/merge-with.tsx": "a field made up to look for a record to merge with",
};

/** Channels have kinds of their own, and one of them is email. */
const HAVE_KINDS = /\/features\/(?:channels|inbox\/(?:send|take))\//;

/** These words name other things, too: a column, a node of a filter, a JavaScript type. */
const AMBIGUOUS = new Set(["text", "number", "boolean", "date", "stage", "user", "email", "phone", "url"]);
/** As a key: a property of a field, and a word of SQL. */
const OTHER_KEYS = new Set(["relation", "select"]);

const anyOf = (names: readonly string[]) => `(?:${names.join("|")})`;
const kind = anyOf(FIELD_KINDS);
const certain = FIELD_KINDS.filter((name) => !AMBIGUOUS.has(name));
const certainKeys = certain.filter((name) => !OTHER_KEYS.has(name));

// A widget has a kind, too, as have a destination of leads, an address and a channel: `widget.kind === "number"` is no field.
const NAMING = [
  [
    "compared",
    new RegExp(`(?<!\\b(?:widget|settings|destination|address|channel)\\.)\\b(?:kind|type|field_type|fieldType)\\s*[!=]==?\\s*"${kind}"`),
  ],
  ["listed", new RegExp(`(?<![\\w.\\])])\\[\\s*(?:"${kind}"\\s*,?\\s*)+\\]`)],
  ["looked up", new RegExp(`\\bKINDS(?:\\.${kind}\\b|\\["${kind}"\\])`)],
  ["mapped", /\b(?:Record|Map|Set)<\s*(?:FieldKind|FieldDefinition\["kind"\]|FieldSchema\["type"\])/],
  ["quoted", new RegExp(`["']${anyOf(certain)}["']`)],
  ["a key", new RegExp(`(?<![\\w."'])${anyOf(certainKeys)}\\??\\s*[:(]`)],
] as const;

/** The lines that name a kind, outside of comments. */
function namedIn(root: string): { file: string; place: string; way: string }[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .flatMap((line, at) => {
          const code = line.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/, "");
          const way = NAMING.find(([, pattern]) => pattern.test(code))?.[0];
          return way ? [{ file, place: `${file}:${at + 1}: ${line.trim()}`, way }] : [];
        }),
    );
}

test("no file but the table and the looks of the web application names a kind of field", () => {
  const found = namedIn(ROOT);
  assert.deepEqual(
    found
      .filter(({ file, way }) => !(file in ALLOWED) && !(way === "compared" && HAVE_KINDS.test(file)))
      .map(({ place, way }) => `${place} (${way})`),
    [],
    "Ask for a fact of packages/filter/src/kinds.ts instead, such as the shape",
  );
  const unused = Object.keys(ALLOWED).filter((file) => !found.some((one) => one.file === file));
  assert.deepEqual(unused, [], "These files name no kind any more: take them off the list");
});

const PLACES = ["server/src/features/records/planted.ts", "web/src/features/lists/planted.tsx"];

const PLANTED = [
  { line: 'if (field.kind === "email") return [];', way: "compared" },
  { line: 'const isLong = ({ type }: Field) => type !== "text";', way: "compared" },
  { line: 'const DATES = ["date", "datetime"];', way: "listed" },
  { line: "const { label } = KINDS.date;", way: "looked up" },
  { line: "const WIDTHS: Record<FieldKind, number> = makeWidths();", way: "mapped" },
  { line: 'case "datetime":', way: "quoted" },
  { line: "multi_select: 184,", way: "a key" },
];

test("each way to name a kind is found when it is planted", (t) => {
  for (const { line, way, place } of PLANTED.flatMap((one) => PLACES.map((place) => ({ ...one, place })))) {
    const copy = mkdtempSync(join(tmpdir(), "kith-kinds-"));
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    const file = join(copy, place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `// "datetime" in a comment is no harm\n${line}\nif (widget.kind === "number") return;\n`);

    assert.deepEqual(
      namedIn(copy).map((one) => [one.way, one.place]),
      [[way, `${place}:2: ${line}`]],
    );
  }
});
