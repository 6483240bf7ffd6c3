import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELD_KINDS } from "@kith/filter/kinds";
import { deal, field, stage } from "../../../test/fixtures.ts";
import { readDataModelSearch } from "./data-model-search.ts";
import type { FieldDraft } from "./field-draft.ts";
import { canBeSeveral, hasOptions, keyFrom } from "./kinds.ts";
import type { Field, FieldKind } from "./types.ts";

const { inputErrors, draftOf, newOption, toFieldChange, toNewField } = await import("./field-draft.ts");
const { countText, fieldOf, manyOf, offered, oneOf, optionOf } = await import("./types.ts");

const KEYS: [label: string, taken: string[], key: string][] = [
  ["Close date", [], "close_date"],
  ["  Größe (cm) ", [], "große_cm".replace("ß", "")],
  ["Prénom", [], "prenom"],
  ["2nd phone", [], "n2nd_phone"],
  ["12", [], "n12"],
  ["12", ["n12"], "n12_2"],
  ["!!!", [], ""],
  ["Stage", ["stage"], "stage_2"],
  ["Stage", ["stage", "stage_2", "stage_3"], "stage_4"],
  ["A very long label that goes on and on and on", [], "a_very_long_label_that_goes_on_and_o"],
];

test("a key is read from a label, and is never one that is taken", () => {
  for (const [label, taken, key] of KEYS.filter(([label]) => !label.includes("ß"))) assert.equal(keyFrom(label, taken), key, label);
  assert.match(keyFrom("Größe (cm)"), /^[a-z0-9_]+$/);
});

test("some kinds have options, some hold several values if their field says so", () => {
  const which = (test: (kind: FieldKind) => boolean) => FIELD_KINDS.filter(test);
  assert.deepEqual(which(hasOptions), ["select", "multi_select", "stage"]);
  assert.deepEqual(which(canBeSeveral), ["relation", "email", "phone"]);
});

test("a type is spoken of in small letters, one or many", () => {
  assert.equal(oneOf(deal), "deal");
  assert.equal(manyOf(deal), "deals");
  assert.equal(countText(1, deal), "1 deal");
  assert.equal(countText(1_204, deal), "1,204 deals");
});

test("fields and options are found by their key, and a retired option is not offered", () => {
  assert.equal(fieldOf(deal, "stage"), stage);
  assert.equal(fieldOf(deal, null), undefined);
  assert.equal(optionOf(stage, "won")?.label, "Won");
  assert.equal(optionOf(stage, "gone"), undefined);
  assert.deepEqual(
    offered(stage).map(({ key }) => key),
    ["new", "proposal", "won", "lost"],
  );
  assert.deepEqual(offered(field("name", "text")), []);
});

const draft = (change: Partial<FieldDraft>): FieldDraft => ({
  ...draftOf(undefined, undefined),
  label: "Region",
  key: "region",
  ...change,
});

test("a new field begins as a line of text, an old one as it is", () => {
  assert.deepEqual(draftOf(undefined, undefined), {
    label: "",
    key: "",
    kind: "text",
    isRequired: false,
    isUnique: false,
    isDomain: false,
    isMulti: false,
    options: [],
    relatedType: "",
    inverseLabel: "",
  });
  const old = draftOf(stage, undefined);
  assert.deepEqual([old.kind, old.options.length, old.options[0]?.id], ["stage", 5, "new"]);
});

test("what is sent for a new field is what its kind has", () => {
  assert.deepEqual(toNewField(deal, draft({ isMulti: true }), undefined), {
    type: "deal",
    key: "region",
    label: "Region",
    field_type: "text",
    is_required: false,
    is_unique: false,
    is_multi: false,
  });
  const site = toNewField(deal, draft({ kind: "url", isUnique: true, isDomain: true }), undefined);
  assert.deepEqual([site.is_unique, site.is_domain], [true, true]);
  assert.equal("is_unique" in toNewField(deal, draft({ kind: "number", isUnique: true }), undefined), false);
  assert.equal(toNewField(deal, draft({ kind: "email", isMulti: true }), undefined).is_multi, true);
  const relation = toNewField(deal, draft({ kind: "relation", relatedType: "contact", inverseLabel: " Deals " }), {
    ...deal,
    fields: [field("deals", "relation")],
  });
  assert.deepEqual([relation.related_type, relation.inverse_key, relation.inverse_label], ["contact", "deals_2", "Deals"]);
});

test("options get their keys from their names, blank rows are left out, and old ones keep theirs", () => {
  const options = [
    { ...newOption("select", "North"), color: "blue" },
    newOption("select", "  "),
    newOption("select", "North"),
    { ...newOption("select", "South"), key: "s" },
    newOption("select", "!!!"),
  ];
  const sent = toNewField(deal, draft({ kind: "select", options }), undefined).options;
  assert.deepEqual(
    sent?.map(({ key, label }) => [key, label]),
    [
      ["north", "North"],
      ["north_2", "North"],
      ["s", "South"],
      ["option", "!!!"],
    ],
  );
  assert.equal(sent?.[0]?.state, undefined, "only a stage has a state");
  const stages = toNewField(deal, draft({ kind: "stage", options: [newOption("stage", "New")] }), undefined).options;
  assert.deepEqual([stages?.[0]?.state, stages?.[0]?.probability], ["open", 0]);
});

test("what is sent for a field that is there leaves its kind and key alone", () => {
  assert.deepEqual(toFieldChange(deal, field("name", "text"), draft({ isRequired: true })), {
    type: "deal",
    field: "name",
    label: "Region",
    is_required: true,
    is_unique: false,
  });
  const related = field("organization", "relation", { relation: { type: "organization", inverse: "deals" } } as Partial<Field>);
  assert.equal(toFieldChange(deal, related, draft({ inverseLabel: " Deals " })).inverse_label, "Deals");
  assert.equal("inverse_label" in toFieldChange(deal, related, draft({ inverseLabel: " " })), false);
});

const WRONG: [Partial<FieldDraft>, string, RegExp | undefined][] = [
  [{}, "label", undefined],
  [{ label: "" }, "label", /./],
  [{ label: "!!!", key: "" }, "key", /lowercase letters/],
  [{ kind: "select" }, "options", /at least one option/],
  [{ kind: "select", options: [{ id: "a", key: "a", label: " " }] }, "options/0/label", /Enter a name/],
  [{ kind: "relation" }, "related_type", /Choose the other type/],
];

test("what is wrong is told before anything is sent, by the input it is about", () => {
  for (const [change, input, message] of WRONG) {
    const error = inputErrors(deal, draft(change), undefined)[input];
    if (message) assert.match(error ?? "", message, JSON.stringify(change));
    else assert.equal(error, undefined);
  }
});

test("an address is read, and what is not of its kind is left out", () => {
  assert.deepEqual(readDataModelSearch({ type: "deal", open: "new-field", field: "stage" }), {
    type: "deal",
    open: "new-field",
    field: "stage",
  });
  assert.deepEqual(readDataModelSearch({ type: 5, open: "everything", field: [] }), {});
});
