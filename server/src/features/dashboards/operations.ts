import { BOUNDS } from "@kith/filter";
import { z } from "zod";
import { anyObject } from "../../platform/any-object.ts";
import { id, sampleId, time } from "../../platform/ids.ts";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { LoggedEvent } from "../events/operations.ts";
import { memberId } from "../members/operations.ts";
import { recordId } from "../records/operations.ts";

export const dashboardId = id("dash", "dashboard");
export const widgetId = id("wid", "widget");
export const MAX_WIDGETS = 50;

export const KINDS = ["number", "bar", "line", "area", "funnel", "table", "leaderboard", "activity"] as const;
export const MEASURES = ["count", "sum", "average", "median", "min", "max", "weighted"] as const;
export const INTERVALS = ["day", "week", "month", "quarter", "year"] as const;
export const PERIODS = ["week", "month", "quarter", "year"] as const;

const name = z.string().trim().min(1, "Name the dashboard.").max(80);
const isShared = z.boolean().describe("Shared with everyone in the company");
const fieldKey = z.string().max(60);
const columnCount = z.int().min(1).max(12);

/** What a widget counts and how it draws it. */
const settings = {
  kind: z.enum(KINDS),
  title: z.string().trim().min(1, "Name the widget.").max(80),
  type: z.string().max(60).describe("Type of the records: its key; empty for activity"),
  filter: z.string().max(BOUNDS.bytes).describe("Filter text, such as: is:open amount>=10000"),
  measure: z.enum(MEASURES).describe("weighted: the amount times the probability of its stage"),
  field: fieldKey.describe("Number or money field that the measure is of"),
  group_by: fieldKey.describe("Field to group by"),
  interval: z.enum(INTERVALS).describe("When grouped by a date"),
  ahead: z.int().min(0).max(50).describe("When grouped by a date: how many of the intervals lie ahead"),
  period: z.enum(["none", "page", ...PERIODS]).describe("Only this period, compared with the one before; page: whichever is asked for"),
  date_field: fieldKey.describe("The date that the period is of; empty: the type's own, or when it was created"),
  goal: z.int().min(0).max(1e15).describe("For a number with a period"),
  sort: z.string().max(200).describe("For a table: a field, - before it for descending; for groups: value, -value or label"),
  columns: z.array(fieldKey).max(4).describe("For a table: fields beside the name"),
  limit: z.int().min(1).max(50).describe("How many groups, intervals or rows"),
  width: columnCount.describe("Columns, of twelve"),
  height: columnCount,
};

/** The same as input: settings that a kind does not use can be left out. */
export const widgetSettings = {
  ...settings,
  type: settings.type.default(""),
  filter: settings.filter.default(""),
  measure: settings.measure.default("count"),
  field: settings.field.default(""),
  group_by: settings.group_by.default(""),
  interval: settings.interval.default("month"),
  ahead: settings.ahead.default(0),
  period: settings.period.default("none"),
  date_field: settings.date_field.default(""),
  goal: settings.goal.optional(),
  sort: settings.sort.default(""),
  columns: settings.columns.default([]),
  limit: settings.limit.default(8),
  width: settings.width.default(4),
  height: settings.height.default(4),
};

const Widget = z.strictObject({ id: widgetId, ...settings, goal: settings.goal.nullable() }).register(schemaNames, { name: "Widget" });

const Dashboard = z
  .strictObject({
    id: dashboardId,
    name: z.string(),
    is_shared: isShared,
    owner: z.strictObject({ id: memberId, name: z.string() }),
    can_edit: z.boolean().describe("Whether you may change it: it is yours, or shared and you are an Admin"),
    created_at: time,
  })
  .register(schemaNames, { name: "Dashboard" });
const DashboardWithWidgets = Dashboard.extend({ widgets: z.array(Widget).describe("In order") });

export const list = defineOperation({
  name: "dashboards.list",
  summary: "List your dashboards and those shared with you",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/dashboards" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Dashboard) }),
});

export const get = defineOperation({
  name: "dashboards.get",
  summary: "Read a dashboard and its widgets",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/dashboards/{id}" },
  example: { id: sampleId("dash") },
  input: z.strictObject({ id: dashboardId }),
  output: DashboardWithWidgets,
});

export const create = defineOperation({
  name: "dashboards.create",
  summary: "Make a dashboard: empty, a copy, or the one every company starts with",
  access: "member",
  effect: "write",
  input: z.strictObject({
    name,
    is_shared: isShared.default(false),
    from: z
      .union([dashboardId, z.literal("starting")])
      .optional()
      .describe("A dashboard to copy the widgets of"),
  }),
  output: DashboardWithWidgets,
});

export const update = defineOperation({
  name: "dashboards.update",
  summary: "Rename a dashboard, share it, or stop sharing it",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: dashboardId, name: name.optional(), is_shared: isShared.optional() }),
  output: Dashboard,
});

export const remove = defineOperation({
  name: "dashboards.delete",
  summary: "Delete a dashboard; the records stay",
  access: "member",
  effect: "destroy",
  input: z.strictObject({ id: dashboardId }),
  output: z.strictObject({}),
});

export const arrange = defineOperation({
  name: "dashboards.arrange",
  summary: "Put a dashboard's widgets in order, each in its size",
  access: "member",
  effect: "write",
  input: z.strictObject({
    id: dashboardId,
    widgets: z
      .array(z.strictObject({ id: widgetId, width: columnCount, height: columnCount }))
      .max(MAX_WIDGETS)
      .describe("In order; those left out come after them"),
  }),
  output: DashboardWithWidgets,
});

export const addWidget = defineOperation({
  name: "dashboards.addWidget",
  summary: "Add a widget to a dashboard",
  access: "member",
  effect: "write",
  input: z.strictObject({
    id: dashboardId,
    ...widgetSettings,
    position: z.int().min(0).max(MAX_WIDGETS).optional().describe("How many come before it; left out: all of them"),
  }),
  output: Widget,
});

export const updateWidget = defineOperation({
  name: "dashboards.updateWidget",
  summary: "Replace the settings of a widget",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: widgetId, ...widgetSettings }),
  output: Widget,
});

export const removeWidget = defineOperation({
  name: "dashboards.removeWidget",
  summary: "Remove a widget from its dashboard",
  access: "member",
  effect: "destroy",
  input: z.strictObject({ id: widgetId }),
  output: z.strictObject({}),
});

const listFilter = z.string().describe("The filter of the list behind the figure");
const value = z.number().nullable().describe("null: there is nothing to measure");
const day = z.string().describe("A day, as 2026-11-14");

const NumberFigure = z
  .strictObject({
    shape: z.literal("number"),
    value,
    count: z.int(),
    filter: listFilter,
    period: z.strictObject({ first: day, last: day }).nullable(),
    previous: z
      .strictObject({ value, count: z.int(), filter: listFilter, first: day, last: day })
      .nullable()
      .describe("The period before, up to the day that today is in this one"),
    points: z.array(z.strictObject({ day, value: z.number() })).describe("The running total of the period, up to today"),
  })
  .register(schemaNames, { name: "NumberFigure" });

const Group = z
  .strictObject({
    key: z.string().nullable().describe("Option, id, text or first day; null: records without one"),
    label: z.string(),
    value,
    whole: value.describe("For a weighted value: the sum it is a part of"),
    count: z.int(),
    filter: listFilter.nullable().describe("The filter of the list behind it; null where that would be too long for a filter"),
  })
  .register(schemaNames, { name: "FigureGroup" });

const GroupsFigure = z
  .strictObject({
    shape: z.literal("groups"),
    value,
    whole: value,
    count: z.int(),
    filter: listFilter,
    groups: z.array(Group),
    rest: Group.omit({ key: true, label: true }).nullable().describe("What is in none of the groups shown"),
  })
  .register(schemaNames, { name: "GroupsFigure" });

const RowsFigure = z
  .strictObject({
    shape: z.literal("rows"),
    count: z.strictObject({ value: z.int(), is_exact: z.boolean() }),
    filter: listFilter,
    rows: z.array(z.strictObject({ id: recordId, title: z.string(), values: anyObject })),
  })
  .register(schemaNames, { name: "RowsFigure" });

const EventsFigure = z
  .strictObject({
    shape: z.literal("events"),
    events: z.array(LoggedEvent.extend({ count: z.int().describe("How many of its kind the same operation made") })),
  })
  .register(schemaNames, { name: "EventsFigure" });

export const Figure = z
  .discriminatedUnion("shape", [NumberFigure, GroupsFigure, RowsFigure, EventsFigure])
  .register(schemaNames, { name: "Figure" });

const Failure = z.strictObject({ code: z.string(), message: z.string() }).register(schemaNames, { name: "Failure" });

const Answer = z.strictObject({
  figure: Figure.nullable(),
  as_of: time.nullable().describe("When it was counted; null: just now"),
  is_pending: z.boolean().describe("It is being counted: ask again in a moment"),
  failure: Failure.nullable(),
});

const page = z.enum(PERIODS).default("quarter").describe("For widgets whose period is `page`");

export const figures = defineOperation({
  name: "dashboards.figures",
  summary: "Count every widget of a dashboard",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/dashboards/{id}/figures" },
  example: { id: sampleId("dash"), period: "month" },
  input: z.strictObject({ id: dashboardId, period: page }),
  output: z.strictObject({ items: z.array(z.strictObject({ widget: widgetId, ...Answer.shape })) }),
});

export const figure = defineOperation({
  name: "dashboards.figure",
  summary: "Count one widget",
  access: "member",
  effect: "read",
  needsWriteTransaction: true,
  input: z.strictObject({ id: widgetId, period: page }),
  output: Answer,
});

const { width: _width, height: _height, title: _title, ...counted } = widgetSettings;

export const preview = defineOperation({
  name: "dashboards.preview",
  summary: "Count a widget that is not saved yet",
  access: "member",
  effect: "read",
  input: z.strictObject({ ...counted, page_period: page }),
  output: Answer,
});

// Called by the worker.

export const count = defineOperation({
  name: "dashboards.count",
  summary: "Count a widget over many records, and keep the result",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: widgetId, user: memberId, period: page }),
  output: z.strictObject({}),
});

export const fail = defineOperation({
  name: "dashboards.fail",
  summary: "Keep why a widget could not be counted",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: widgetId, period: page, failure: Failure }),
  output: z.strictObject({}),
});
