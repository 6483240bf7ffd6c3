import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });
const placed = named.extend({ dashboard: z.string() });

export const dashboardCreated = defineEvent({
  type: "dashboard.created",
  subject: "dash",
  summary: "A dashboard was made.",
  data: named,
});
export const dashboardUpdated = defineEvent({
  type: "dashboard.updated",
  subject: "dash",
  summary: "A dashboard was renamed, or shared, or no longer shared.",
  data: named,
});
export const dashboardArranged = defineEvent({
  type: "dashboard.arranged",
  subject: "dash",
  summary: "A dashboard's widgets were put in another order or size.",
  data: named,
});
export const dashboardDeleted = defineEvent({
  type: "dashboard.deleted",
  subject: "dash",
  summary: "A dashboard was deleted with its widgets.",
  data: named,
});
export const widgetAdded = defineEvent({
  type: "widget.added",
  subject: "wid",
  summary: "A widget was added to a dashboard.",
  data: placed,
});
export const widgetUpdated = defineEvent({
  type: "widget.updated",
  subject: "wid",
  summary: "A widget got other settings.",
  data: placed,
});
export const widgetRemoved = defineEvent({
  type: "widget.removed",
  subject: "wid",
  summary: "A widget was taken off its dashboard.",
  data: placed,
});
