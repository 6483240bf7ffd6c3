import "../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

const { unmended } = await import("./form.ts");

const DRAFT = { url: "http://x", isUnique: true, options: [{ label: "" }, { label: "Won" }, { label: "" }], relatedType: "" };
const ERRORS = {
  url: "Use https.",
  is_unique: "Two have the same.",
  "options/0/label": "Enter a name.",
  "options/2/label": "Enter a name.",
  gone: "What?",
};

const EDITS: [edit: string, draft: object, left: string[]][] = [
  ["nothing", { ...DRAFT }, Object.keys(ERRORS)],
  ["the url", { ...DRAFT, url: "https://x" }, ["is_unique", "options/0/label", "options/2/label"]],
  ["a check box", { ...DRAFT, isUnique: false }, ["url", "options/0/label", "options/2/label"]],
  ["one step", { ...DRAFT, options: [{ label: "New" }, { label: "Won" }, { label: "" }] }, ["url", "is_unique", "options/2/label"]],
  ["a step that is taken out", { ...DRAFT, options: [{ label: "" }, { label: "Won" }] }, ["url", "is_unique", "options/0/label"]],
];

test("an error goes when its input is edited, and only then", () => {
  for (const [edit, draft, left] of EDITS) assert.deepEqual(Object.keys(unmended(ERRORS, DRAFT, draft)), left, edit);
});
