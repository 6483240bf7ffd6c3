import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { deal, field, record, stage } from "../../../test/fixtures.ts";
import type { Field } from "../types/index.ts";

const { FieldValue, isFigure } = await import("./field-value.tsx");
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

test("a blank is nothing at all, whatever its kind", () => {
  for (const kind of ["text", "money", "date", "stage", "user", "relation", "email"] as const)
    for (const blank of [null, undefined, "", []]) assert.equal(htmlOf(field("x", kind), blank), "", kind);
});

test("on a page a value has the room it needs", () => {
  assert.equal(textOf(several, ["a@b.example", "c@d.example"], { look: "page" }), "a@b.examplec@d.example");
  assert.match(textOf(field("owner", "user"), { id: "usr_1", name: "Ana Matos" }, { look: "page" }), /Ana Matos$/);
});

test("an address is a link where it may be one, and only to where it says", () => {
  assert.match(htmlOf(several, ["a@b.example"], { isInert: false }), /href="mailto:a@b\.example"/);
  assert.match(htmlOf(field("phone", "phone"), "+49 30", { isInert: false }), /href="tel:\+49 30"/);
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
