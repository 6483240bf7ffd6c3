import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELD_KINDS } from "@kith/filter/kinds";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { deal, field, record, stage } from "../../../test/fixtures.ts";
import type { Field } from "../types/index.ts";
import { isFigure } from "./money-text.ts";

const { FieldEditor, FieldValue } = await import("./field-value.tsx");
const { kindLooks } = await import("./kinds.ts");
const { ratingAfter } = await import("./rating.tsx");
const { lateness } = await import("./values/date-value.tsx");

/** The text a reader sees, without the marks around it. */
const textOf = (of: Field, value: unknown, more: object = {}) => htmlOf(of, value, more).replaceAll(/<[^>]*>/g, "");
const htmlOf = (of: Field, value: unknown, more: object = {}) =>
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(FieldValue, { field: of, value, isInert: true, ...more }),
    ),
  );

const rating = field("rating", "rating");
const several = deal.fields.find(({ key }) => key === "email") as Field;
const source = deal.fields.find(({ key }) => key === "source") as Field;

const TEXTS: [of: Field, value: unknown, text: string][] = [
  [field("name", "text"), "Bosch", "Bosch"],
  [field("about", "long_text"), "one\ntwo", "one\ntwo"],
  [field("seats", "number"), 1234.5, "1,234.5"],
  [field("amount", "money"), "48000.50", "€48,000.50"],
  [field("vip", "boolean"), true, "Yes"],
  [field("vip", "boolean"), false, "No"],
  [stage, "proposal", "Proposal"],
  [stage, "gone", "gone"],
  [source, "web", "Website"],
  [field("tags", "multi_select", { options: source.options }), ["web", "fair", "gone"], "WebsiteFairgone"],
  [field("owner", "user"), { id: "usr_1", name: "Ana Matos" }, "AMAna"],
  [
    field("organization", "relation"),
    [
      { id: "1", title: "A" },
      { id: "2", title: "B" },
      { id: "3", title: "C" },
    ],
    "A, B+1",
  ],
  [several, ["a@b.example", "c@d.example"], "a@b.example+1"],
  [field("site", "url"), "https://www.acme.example/", "acme.example"],
];

test("a value of each kind is shown as people read it", () => {
  for (const [of, value, text] of TEXTS) assert.equal(textOf(of, value), text, of.type);
});

test("on a page a country stands with its name, and what is no code stays as it was written", () => {
  const onPage = (value: string, key = "country") => textOf(field(key, "text"), value, { look: "page" });
  assert.deepEqual(
    ["NL", "gb", "Holland", "ZZ", "XX"].map((value) => onPage(value)),
    ["Netherlands", "United Kingdom", "Holland", "ZZ", "XX"],
  );
  assert.equal(onPage("DE", "billing_country"), "Germany");
  assert.equal(onPage("DE", "code"), "DE", "another field");
  assert.equal(textOf(field("country", "text"), "NL"), "NL", "in a table");
});

test("every kind has a width, an editor and a cell", () => {
  for (const kind of FIELD_KINDS) {
    const { width, editor, cell } = kindLooks[kind];
    assert.ok(width >= 64 && editor && cell, kind);
  }
  assert.equal(kindLooks.select.cell, kindLooks.multi_select.cell, "a kind without a look of its own has that of its shape");
  assert.notEqual(kindLooks.select.editor, kindLooks.multi_select.editor);
});

test("a rating is shown as stars and read aloud as a part of five", () => {
  const html = htmlOf(rating, 4);
  assert.match(html, /role="img" aria-label="4 of 5"/);
  assert.equal(html.match(/<svg/g)?.length, 5);
  assert.equal(html.match(/data-on/g)?.length, 4);
});

test("a rating is edited as a group of radio buttons with one stop for the Tab key", () => {
  const editorOf = (value: unknown) =>
    renderToStaticMarkup(createElement(FieldEditor, { field: rating, value, look: "form", onSave: () => {}, onCancel: () => {} }));
  const html = editorOf(3);
  assert.match(html, /role="radiogroup" aria-label="Rating"/);
  assert.equal(html.match(/role="radio"/g)?.length, 5);
  assert.match(html, /aria-checked="true" aria-label="3 of 5" tabindex="0"/i);
  assert.equal(html.match(/aria-checked="true"/g)?.length, 1);
  assert.equal(html.match(/tabindex="0"/gi)?.length, 1);
  assert.doesNotMatch(editorOf(null), /aria-checked="true"/);
  assert.match(editorOf(null), /aria-label="1 of 5" tabindex="0"/i, "without a rating the first star is the stop");
});

const KEYS: [key: string, before: number | null, after: number | null | undefined][] = [
  ["1", null, 1],
  ["5", 2, 5],
  ["0", 2, undefined],
  ["6", 2, undefined],
  ["ArrowRight", 2, 3],
  ["ArrowUp", 2, 3],
  ["ArrowLeft", 2, 1],
  ["ArrowDown", 2, 1],
  ["ArrowRight", 5, 5],
  ["ArrowLeft", 1, 1],
  ["ArrowRight", null, 1],
  ["ArrowLeft", null, 1],
  ["Home", 4, 1],
  ["End", 2, 5],
  ["Backspace", 4, null],
  ["Delete", 4, null],
  ["Enter", 4, undefined],
  ["Tab", 4, undefined],
  ["Escape", 4, undefined],
  ["", 4, undefined],
];

test("digits set a rating, arrow keys change it, Backspace clears it", () => {
  for (const [key, before, after] of KEYS) assert.equal(ratingAfter(key, rating, before), after, `${key} at ${before}`);
  assert.equal(ratingAfter("Backspace", { ...rating, is_required: true }, 4), 4, "a required rating stays");
});

test("a blank is nothing at all, whatever its kind", () => {
  for (const kind of FIELD_KINDS) for (const blank of [null, undefined, "", []]) assert.equal(htmlOf(field("x", kind), blank), "", kind);
});

test("on a page a value has the room it needs", () => {
  assert.equal(textOf(several, ["a@b.example", "c@d.example"], { look: "page" }), "a@b.examplec@d.example");
  assert.match(textOf(field("owner", "user"), { id: "usr_1", name: "Ana Matos" }, { look: "page" }), /Ana Matos$/);
});

test("an address is a link where it may be one, and only to where it says", () => {
  assert.match(htmlOf(several, ["a@b.example"], { isInert: false }), /href="mailto:a@b\.example"/);
  assert.match(htmlOf(field("phone", "phone"), "+49 30", { isInert: false }), /href="tel:\+4930"/);
  assert.match(htmlOf(field("site", "url"), "acme.example", { isInert: false }), /href="https:\/\/acme\.example"/);
  assert.match(
    htmlOf(field("site", "url"), "javascript:alert(1)", { isInert: false }),
    /href="https:\/\/javascript:alert\(1\)"/,
    "never a script",
  );
  assert.doesNotMatch(htmlOf(several, ["a@b.example"]), /<a /, "inside a button there is no link");
});

test("figures stand at the right", () => {
  assert.deepEqual([isFigure(field("a", "money")), isFigure(field("a", "number")), isFigure(field("a", "text"))], [true, true, false]);
  assert.equal(isFigure(rating), false, "stars begin at the left");
});

test("a day is late once it is past, soon a day ahead, and neither once it is won or lost", () => {
  const at = (day: string, key: string) => lateness(deal, record("a", { values: { stage: key } }), day, "2026-11-15");
  assert.equal(at("2026-11-14", "new"), "late");
  assert.equal(at("2026-11-15", "new"), "soon");
  assert.equal(at("2026-11-16", "new"), "soon");
  assert.equal(at("2026-11-17", "new"), undefined);
  assert.equal(at("2026-11-01", "won"), undefined);
  assert.equal(at("2026-11-01", "lost"), undefined);
});
