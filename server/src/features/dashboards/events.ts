import { z } from "zod";
import { defineEvent, type SentencePart, type DescribedEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string() });
const placed = named.extend({ dashboard: z.string() });

const onDashboard =
  (verb: string, where: string) =>
  ({ subject, data }: DescribedEvent<z.output<typeof placed>>): SentencePart[] => [
    `${verb} the widget `,
    subject,
    ...(data.dashboard ? [` ${where} the dashboard ${data.dashboard}`] : []),
  ];

export const dashboardCreated = defineEvent({
  type: "dashboard.created",
  subject: "dash",
  summary: "A dashboard was created.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Dashboard created",
  sentence: verbAndSubject("created the dashboard "),
  data: named,
});
export const dashboardUpdated = defineEvent({
  type: "dashboard.updated",
  subject: "dash",
  summary: "A dashboard was renamed, or shared, or no longer shared.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Dashboard changed",
  sentence: verbAndSubject("changed the dashboard "),
  data: named,
});
export const dashboardArranged = defineEvent({
  type: "dashboard.arranged",
  subject: "dash",
  summary: "A dashboard's widgets were put in another order or size.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Dashboard rearranged",
  sentence: verbAndSubject("rearranged the dashboard "),
  data: named,
});
export const dashboardDeleted = defineEvent({
  type: "dashboard.deleted",
  subject: "dash",
  summary: "A dashboard was deleted with its widgets.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Dashboard deleted",
  sentence: verbAndSubject("deleted the dashboard "),
  data: named,
});
export const widgetAdded = defineEvent({
  type: "widget.added",
  subject: "wid",
  summary: "A widget was added to a dashboard.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Widget added",
  sentence: onDashboard("added", "to"),
  data: placed,
});
export const widgetUpdated = defineEvent({
  type: "widget.updated",
  subject: "wid",
  summary: "A widget's settings changed.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Widget changed",
  sentence: onDashboard("changed", "on"),
  data: placed,
});
export const widgetRemoved = defineEvent({
  type: "widget.removed",
  subject: "wid",
  summary: "A widget was removed from its dashboard.",
  audience: "everyone",
  isNamePrivate: true,
  label: "Widget removed",
  sentence: onDashboard("removed", "from"),
  data: placed,
});
