import { isCategory, isTime as isTimeKind, type KindFacts } from "@kith/filter/kinds";
import { factsOf, type Field, fieldOf, manyOf, type RecordType } from "../../types/index.ts";
import type { WidgetSettings } from "../dashboards.ts";

export type Kind = WidgetSettings["kind"];
export type Change = (change: Partial<WidgetSettings>) => void;

/** Which fields each kind of widget can be grouped by; a kind that is not here has no groups. */
const GROUPED: Partial<Record<Kind, (facts: KindFacts) => boolean>> = {
  bar: (facts) => facts.isGroupable === true,
  line: isTimeKind,
  area: isTimeKind,
  funnel: (facts) => facts.shape === "option" && isCategory(facts),
  leaderboard: (facts) => facts.shape === "person",
};

const SIZES: Record<Kind, { width: number; height: number; limit: number }> = {
  number: { width: 3, height: 4, limit: 8 },
  bar: { width: 4, height: 4, limit: 8 },
  line: { width: 6, height: 4, limit: 12 },
  area: { width: 6, height: 4, limit: 12 },
  funnel: { width: 5, height: 4, limit: 12 },
  table: { width: 4, height: 4, limit: 7 },
  leaderboard: { width: 4, height: 4, limit: 5 },
  activity: { width: 4, height: 4, limit: 7 },
};

export const dateFields = (type: RecordType) => type.fields.filter(isTime);
export const numberFields = (type: RecordType) => type.fields.filter((field) => factsOf(field).shape === "number");
export const hasWeightedAmount = (type: RecordType) => type.stage_field !== null && type.amount_field !== null;
export const isTime = (field: Field | undefined) => field !== undefined && isTimeKind(factsOf(field));

/** The fields that a kind can be grouped by, the likeliest first. */
export function groupFields(kind: Kind, type: RecordType): Field[] {
  const fields = type.fields.filter((field) => GROUPED[kind]?.(factsOf(field)));
  const likely = [
    kind === "funnel" || kind === "bar" ? type.stage_field : null,
    isOverTime(kind) ? type.date_field : null,
    "owner",
    "created_at",
  ];
  const rank = ({ key }: Field) => (likely.includes(key) ? likely.indexOf(key) : likely.length);
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

const isOverTime = (kind: Kind) => kind === "line" || kind === "area";

/** A new widget: a figure over the type that a company looks at most. */
export function newWidget(types: RecordType[]): WidgetSettings {
  const type = types.find((one) => one.key === "deal") ?? types[0];
  const plain: WidgetSettings = {
    kind: "number",
    title: "",
    type: type?.key ?? "",
    filter: "",
    measure: "count",
    field: "",
    group_by: "",
    interval: "month",
    ahead: 0,
    period: "none",
    date_field: "",
    goal: null,
    sort: "",
    columns: [],
    ...SIZES.number,
  };
  return fitting({ ...plain, filter: type?.stage_field ? "is:open" : "" }, types);
}

/** The settings as another kind, or over another type: whatever no longer fits gives way to what does. */
export function fitting(settings: WidgetSettings, types: RecordType[]): WidgetSettings {
  if (settings.kind === "activity") return settings;
  const type = types.find((one) => one.key === settings.type) ?? types.find((one) => one.key === "deal") ?? types[0];
  if (!type) return settings;
  const groups = groupFields(settings.kind, type);
  const group = groups.find((field) => field.key === settings.group_by) ?? groups[0];
  const numbers = numberFields(type);
  const canMeasure = settings.measure === "count" || (settings.measure === "weighted" ? hasWeightedAmount(type) : numbers.length > 0);
  const number =
    numbers.find((field) => field.key === settings.field) ?? numbers.find((field) => field.key === type.amount_field) ?? numbers[0];
  const isTable = settings.kind === "table";
  return {
    ...settings,
    type: type.key,
    group_by: group?.key ?? "",
    measure: canMeasure ? settings.measure : "count",
    field: settings.measure === "count" || settings.measure === "weighted" ? "" : (number?.key ?? ""),
    date_field: dateFields(type).some((field) => field.key === settings.date_field) ? settings.date_field : "",
    goal: settings.kind === "number" ? settings.goal : null,
    ahead: isTime(group) ? settings.ahead : 0,
    sort: isTable && fieldOf(type, settings.sort.replace(/^-/, "")) ? settings.sort : "",
    columns: isTable ? settings.columns.filter((key) => fieldOf(type, key)) : [],
  };
}

/** The settings with a kind, in the size and length that suit it. */
export const withKind = (settings: WidgetSettings, kind: Kind, types: RecordType[]): WidgetSettings =>
  fitting({ ...settings, kind, ...SIZES[kind], ...(kind === "funnel" && settings.filter === "" ? { filter: "is:open" } : {}) }, types);

const MEASURED: Record<WidgetSettings["measure"], (field: string, things: string) => string> = {
  count: (_, things) => things,
  sum: (field, things) => `${field} of ${things}`,
  average: (field, things) => `Average ${field} of ${things}`,
  median: (field, things) => `Median ${field} of ${things}`,
  min: (field, things) => `Smallest ${field} of ${things}`,
  max: (field, things) => `Largest ${field} of ${things}`,
  weighted: (_, things) => `Weighted ${things}`,
};

/** A name for a widget that nobody has named yet. */
export function suggestTitle(settings: WidgetSettings, type: RecordType | undefined): string {
  if (settings.kind === "activity") return "Activity";
  if (!type) return "";
  const field = fieldOf(type, settings.field)?.label.toLowerCase() ?? "";
  const group = fieldOf(type, settings.group_by);
  const by = group ? (isTime(group) ? ` per ${settings.interval}` : ` by ${group.label.toLowerCase()}`) : "";
  const things = settings.filter === "is:open" ? `open ${manyOf(type)}` : manyOf(type);
  const text = settings.kind === "table" ? things : `${MEASURED[settings.measure](field, things)}${by}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
