import { isTime, KINDS } from "@kith/filter/kinds";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, type FieldError } from "../../kernel/errors.ts";
import { checkView, typeNamed } from "../records/index.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../types/index.ts";
import { narrowed, withoutValue } from "./conditions.ts";
import type { WidgetSettings } from "./store.ts";

/** What each widget can be grouped by, and its words for errors. A widget that is not here has no groups. */
const GROUPED_BY: Partial<Record<WidgetSettings["kind"], { isMeant: (field: FieldDefinition) => boolean; expected: string }>> = {
  bar: { isMeant: (field) => KINDS[field.kind].isGroupable === true, expected: "a field to group by" },
  line: { isMeant: isTime, expected: "a date" },
  area: { isMeant: isTime, expected: "a date" },
  funnel: { isMeant: (field) => field.shape === "option" && !field.isList, expected: "a stage or a choice" },
  leaderboard: { isMeant: (field) => field.shape === "person", expected: "a field that holds a person" },
};

const fieldError = (property: keyof WidgetSettings, message: string): FieldError => ({ pointer: `/${property}`, message });

/** A widget's settings, resolved against the company's types. */
export interface Plan {
  type: TypeDefinition;
  group: FieldDefinition | undefined;
  date: FieldDefinition | undefined;
}

/** Resolves the type and fields of a widget, or refuses it and names the setting to fix. */
export function planWidget(schema: CompanySchema, widget: Omit<WidgetSettings, "title" | "width" | "height">): Plan {
  const type = typeNamed(schema, widget.type);
  const group = groupOf(type, widget);
  const date = widget.period === "none" ? undefined : dateOf(type, widget);
  const fieldErrors = [...measureErrors(type, widget), ...sortErrors(widget)];
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  return { type, group, date };
}

function groupOf(type: TypeDefinition, { kind, group_by: name }: Pick<WidgetSettings, "kind" | "group_by">) {
  const wanted = GROUPED_BY[kind];
  if (!wanted) return undefined;
  const field = findField(type, name);
  if (!field || !wanted.isMeant(field)) throw invalid([fieldError("group_by", `A ${kind} needs ${wanted.expected}.`)]);
  return field;
}

function dateOf(type: TypeDefinition, { date_field: name }: Pick<WidgetSettings, "date_field">): FieldDefinition {
  const field = findField(type, name || type.dateField || "created_at");
  if (!field || !isTime(field)) throw invalid([fieldError("date_field", "A period needs a date field.")]);
  return field;
}

function measureErrors(type: TypeDefinition, { kind, measure, field: name }: Pick<WidgetSettings, "kind" | "measure" | "field">) {
  if (kind === "table" || measure === "count") return [];
  if (measure === "weighted") {
    const hasWeightedAmount = type.stageField !== null && type.amountField !== null;
    return hasWeightedAmount
      ? []
      : [fieldError("measure", `${type.labelPlural} have no stage and amount, so a weighted amount cannot be shown.`)];
  }
  const field = findField(type, name);
  return field?.shape === "number" ? [] : [fieldError("field", `Choose the number or amount to take the ${measure} of.`)];
}

function sortErrors({ kind, sort }: Pick<WidgetSettings, "kind" | "sort">) {
  const isKnown = kind === "table" || ["", "value", "-value", "label"].includes(sort);
  return isKnown ? [] : [fieldError("sort", "Groups are sorted by value, -value or label.")];
}

/** Refuses a widget that could not be shown, as far as that is known before counting. */
export async function checkWidget(call: Call<Member>, schema: CompanySchema, widget: WidgetSettings): Promise<void> {
  if (widget.kind === "activity") return;
  const { type, group, date } = planWidget(schema, widget);
  const added = [date, group].flatMap((field) => (field ? [withoutValue(field)] : []));
  const isTable = widget.kind === "table";
  await checkView(call, schema, type, { filter: widget.filter, sort: isTable ? widget.sort : "", columns: isTable ? widget.columns : [] });
  // The lists behind its figures have one or two more conditions: they must not exceed the limits of a filter either.
  await checkView(call, schema, type, { filter: narrowed(widget.filter, ...added), sort: "", columns: [] });
}
