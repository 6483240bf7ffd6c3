import "../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { FIELD_KINDS, KINDS } from "@kith/filter/kinds";
import { createElement } from "react";
import { deal, field, stage } from "../../../test/fixtures.ts";
import { draw, drawText } from "../../../test/hooks.ts";
import type { FieldDraft, OptionDraft } from "./field-draft.ts";
import type { Field, FieldKind } from "./types.ts";

const { KindPicker } = await import("./kind-picker.tsx");
const { FieldRow } = await import("./field-row.tsx");
const { FieldInputs } = await import("./field-inputs.tsx");
const { OptionRow } = await import("./option-row.tsx");
const { Effects, hasEffects } = await import("./effects.tsx");
const { draftOf } = await import("./field-draft.ts");
const { factsOf, isRelation, isStage } = await import("./types.ts");

test("the facts of a field are those of its kind", () => {
  assert.equal(factsOf(field("a", "email")), KINDS.email);
  assert.deepEqual(
    FIELD_KINDS.filter((type) => isStage({ type })),
    ["stage"],
  );
  assert.deepEqual(
    FIELD_KINDS.filter((type) => isRelation({ type })),
    ["relation"],
  );
});

test("every kind is offered with its name and what it holds, in the order of the table", () => {
  const html = draw(createElement(KindPicker, { value: "date", onChange: () => {} }));
  const offered = [...html.matchAll(/type="radio"[^>]* value="(\w+)"/g)].map(([, kind]) => kind);
  assert.deepEqual(offered, FIELD_KINDS);
  for (const { label, description } of Object.values(KINDS)) assert.ok(html.includes(label) && html.includes(description), label);
  assert.match(html, /checked="" value="date"|value="date" checked=""/);
  assert.equal(html.match(/checked=""/g)?.length, 1);
  assert.equal(html.match(/<svg/g)?.length, FIELD_KINDS.length, "each has an icon");
});

const organization = { ...deal, key: "organization", label: "Organization", label_plural: "Organizations" };
const row = (of: Field) => drawText(createElement(FieldRow, { type: deal, all: [deal, organization], field: of }));

test("a field is listed with its name, its key, its kind and what the type uses it for", () => {
  assert.equal(row(field("city", "text")), "CitycityText");
  assert.equal(row(field("city", "text", { is_required: true })), "CitycityTextRequired");
  assert.equal(row(field("mails", "email", { is_multi: true })), "MailsmailsEmail, several");
  assert.equal(row(stage), "StagestageStage, 4 stepsStage");
  assert.equal(row(field("amount", "money")), "AmountamountMoneyAmount");
  assert.equal(row(field("close_date", "date")), "Close dateclose_dateDateDate");
  assert.equal(row(field("one", "select", { options: [{ key: "a", label: "A" }] as Field["options"] })), "OneoneSelect, 1 option");
});

test("a relation is listed with the type it leads to", () => {
  const relation = (isMany: boolean) =>
    row(field("works_at", "relation", { relation: { type: "organization", is_many: isMany } } as Partial<Field>));
  assert.equal(relation(false), "Works atworks_atRelation to Organizations");
  assert.equal(relation(true), "Works atworks_atRelations to Organizations");
});

test("only who may change a field has its menu", () => {
  const html = (more: object) => draw(createElement(FieldRow, { type: deal, all: [deal], field: field("city", "text"), ...more }));
  assert.doesNotMatch(html({}), /<button/);
  assert.match(html({ onEdit: () => {}, onMove: () => {}, onRetire: () => {} }), /aria-label="Actions for City"/);
});

const option: OptionDraft = { id: "o1", key: "new", label: "New", state: "open", probability: 10 };
const optionRow = (kind: FieldKind, change: Partial<OptionDraft> = {}) =>
  draw(
    createElement(OptionRow, {
      option: { ...option, ...change },
      all: [{ ...option, ...change }],
      kind,
      grip: null,
      isFresh: false,
      error: undefined,
      onChange: () => {},
      onRemove: () => {},
      onEnter: () => {},
    }),
  );

test("a step of a pipeline has a state and a probability, another option has neither", () => {
  assert.match(optionRow("stage"), /aria-label="State of New"/);
  assert.match(optionRow("stage"), /aria-label="Probability of New in percent"/);
  for (const kind of ["select", "multi_select"] as const) assert.doesNotMatch(optionRow(kind), /State of|Probability of/);
});

test("the probability of a step that is over is fixed", () => {
  const disabled = (html: string) => /<input[^>]*aria-label="Probability[^>]*>/.exec(html)?.[0].includes("disabled");
  assert.equal(disabled(optionRow("stage")), false);
  assert.equal(disabled(optionRow("stage", { state: "won" })), true);
});

test("an option in use is retired and can be restored; one that was never saved is removed", () => {
  assert.match(optionRow("select"), /aria-label="Retire New"/);
  assert.match(optionRow("select", { retired: true }), /aria-label="Restore New"/);
  assert.match(optionRow("select", { key: null }), /aria-label="Remove New"/);
});

const inputs = (change: Partial<FieldDraft>, of?: Field) =>
  draw(
    createElement(FieldInputs, {
      type: deal,
      all: [deal, organization],
      field: of,
      draft: { ...draftOf(of, undefined), ...change },
      errors: {},
      onChange: () => {},
    }),
  );

test("the dialog of a field asks for what its kind needs", () => {
  assert.match(inputs({ kind: "relation" }), /Links to/);
  assert.doesNotMatch(inputs({ kind: "text" }), /Links to|Add an option|more than one/);
  assert.match(inputs({ kind: "select" }), /Add an option/);
  assert.match(inputs({ kind: "stage" }), /Add a step/);
  assert.match(inputs({ kind: "phone" }), /A record can have more than one/);
  assert.doesNotMatch(inputs({ kind: "multi_select" }), /more than one/, "it always holds several");
});

test("the kind of a field that is there cannot be changed", () => {
  const html = inputs({}, field("fit", "rating"));
  assert.doesNotMatch(html, /type="radio"/);
  assert.match(html, /Rating.*One to five stars/s);
  assert.match(html, /A kind cannot change/);
});

test("what a change of a field does is told before it is made", () => {
  const confirmed = (affected: number, without: number) =>
    drawText(createElement(Effects, { type: deal, field: "Source", effects: { records_affected: affected, records_without: without } }));
  assert.match(confirmed(1, 0), /^1 deal holds an option that is no longer offered/);
  assert.match(confirmed(1_204, 0), /^1,204 deals hold an option/);
  assert.match(confirmed(0, 2), /^2 deals have no Source/);
  assert.match(confirmed(0, 1), /^1 deal has no Source/);
  assert.equal(hasEffects({ records_affected: 0, records_without: 0 }), false);
  assert.equal(hasEffects({ records_affected: 0, records_without: 1 }), true);
});
