import { parse } from "@kith/filter";
import { isTime, KINDS } from "@kith/filter/kinds";
import { peopleOf } from "../records/index.ts";
import type { FieldDefinition } from "../types/index.ts";
import { between, inGroup, inInterval, lastDay, narrowed, outsideGroups } from "./conditions.ts";
import type { PERIODS } from "./operations.ts";
import { isAdditive, tally, tallyAll, type Counting, type Tally } from "./tally.ts";
import { inPeriod, intervalsAround, intervalsIn, periodsAt, today } from "./time-window.ts";

type ChosenPeriod = (typeof PERIODS)[number] | undefined;

const MAX_INTERVALS = 400;
/** A field has at most a hundred options. All are read, because options have an order of their own. */
const MAX_OPTIONS = 200;

/** Figures side by side: each group with the filter of the list behind it. */
export async function countGroups(counting: Counting, period: ChosenPeriod) {
  const { group, date } = counting.plan;
  if (!group) throw new Error("a widget with groups was planned without any");
  const filter = date && period ? narrowed(counting.widget.filter, inPeriod(date, period)) : counting.widget.filter;
  return isTime(group) ? countIntervals(counting, group, filter, period) : countValues(counting, group, filter);
}

async function countIntervals(counting: Counting, field: FieldDefinition, base: string, period: ChosenPeriod) {
  const { call, schema, plan, widget } = counting;
  const { interval } = widget;
  const day = today(call);
  const { weekStart } = schema.formats;
  const isPeriods = period !== undefined && plan.date?.key === field.key;
  const starts = isPeriods
    ? intervalsIn(periodsAt(day, period, weekStart).current, interval, weekStart)
    : intervalsAround(day, interval, widget.limit, widget.ahead, weekStart);
  const filter = isPeriods ? base : narrowed(base, between(field, starts[0] ?? day, lastDay(starts.at(-1) ?? day, interval)));
  const { tallies } = await tally(counting, filter, { by: field, interval, limit: MAX_INTERVALS });
  const found = new Map(tallies.map((one) => [one.key, one]));
  const groups = starts.map((start) => ({
    ...(found.get(start) ?? empty(counting, start)),
    filter: openable(narrowed(base, inInterval(field, start, interval))),
  }));
  return { ...(await whole(counting, filter)), groups, rest: null };
}

async function countValues(counting: Counting, field: FieldDefinition, filter: string) {
  const { widget } = counting;
  const { tallies, isCut } = await tally(counting, filter, { by: field, limit: field.options ? MAX_OPTIONS : widget.limit });
  const ordered = field.options ? inOptionOrder(counting, field, tallies) : tallies;
  const shown = ordered.slice(0, widget.limit);
  const total = await whole(counting, filter);
  const spelled = await spelling(counting, field);
  const groups = sorted(widget.sort, shown).map((one) => ({
    ...one,
    filter: openable(narrowed(filter, inGroup(field, spelled(one.key)))),
  }));
  const hasRest = (isCut || ordered.length > shown.length) && isAdditive(widget) && !isMany(field);
  const keys = shown.map((one) => spelled(one.key));
  return {
    ...total,
    groups,
    rest: hasRest ? { ...remainder(total, shown), filter: openable(narrowed(filter, outsideGroups(field, keys))) } : null,
  };
}

/** How a filter that people read names a group: a person by email, which is nobody else's, instead of by id. */
async function spelling({ call }: Counting, field: FieldDefinition): Promise<(key: string | null) => string | null> {
  if (field.shape !== "person") return (key) => key;
  const emails = new Map((await peopleOf(call)).map((person) => [person.id, person.email]));
  return (key) => (key === null ? null : (emails.get(key) ?? key));
}

/** A record can be in several of these groups, so they do not add up to the total. */
const isMany = (field: FieldDefinition) => field.isMulti || field.relation?.isMany === true;

async function whole(counting: Counting, filter: string) {
  const { value, whole: sum, count } = await tallyAll(counting, filter);
  return { shape: "groups" as const, value: value ?? (isAdditive(counting.widget) ? 0 : null), whole: sum, count, filter };
}

/** Stages in their order, empty ones too; other options with the largest first. */
function inOptionOrder({ widget }: Counting, field: FieldDefinition, tallies: Tally[]): Tally[] {
  const options = field.options ?? [];
  if (KINDS[field.kind].role !== "stage" && widget.kind !== "funnel") return tallies;
  const found = new Map(tallies.map((one) => [one.key, one]));
  const isExpected = (option: (typeof options)[number]) =>
    widget.kind === "funnel" && !option.retired && (option.state ?? "open") === "open";
  const present = options.filter((option) => found.has(option.key) || isExpected(option));
  const others = tallies.filter((one) => !options.some((option) => option.key === one.key));
  return [...present.map((option) => found.get(option.key) ?? zero(option.key, option.label)), ...others];
}

function sorted(sort: string, tallies: Tally[]): Tally[] {
  if (sort === "label") return tallies.toSorted((a, b) => a.label.localeCompare(b.label, "en"));
  if (sort === "value") return tallies.toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  return sort === "-value" ? tallies.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)) : tallies;
}

const zero = (key: string, label: string): Tally => ({ key, label, value: 0, whole: null, count: 0 });

const empty = ({ widget }: Counting, start: string): Tally => ({ ...zero(start, start), value: isAdditive(widget) ? 0 : null });

function remainder(total: Pick<Tally, "value" | "whole" | "count">, shown: Tally[]) {
  const sum = (of: "value" | "whole" | "count") => shown.reduce((all, one) => all + (one[of] ?? 0), 0);
  return {
    value: (total.value ?? 0) - sum("value"),
    whole: total.whole === null ? null : total.whole - sum("whole"),
    count: total.count - sum("count"),
  };
}

/** A text may be so long that its filter exceeds the maximum length: such a group cannot be opened. */
const openable = (filter: string) => (parse(filter).ok ? filter : null);
