import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { newId } from "../../platform/random.ts";
import { typeNamed } from "../records/index.ts";
import { findField, type CompanySchema } from "../types/index.ts";
import { checkWidget } from "./check-widget.ts";
import { dashboardArranged, widgetAdded, widgetRemoved, widgetUpdated } from "./events.ts";
import { MAX_WIDGETS, type addWidget as AddWidget, type arrange as Arrange, type updateWidget as UpdateWidget } from "./operations.ts";
import { dashboardToChange, widgetToChange } from "./reach.ts";
import * as store from "./store.ts";

type GivenSettings = Omit<store.WidgetSettings, "goal"> & { goal?: number | undefined };

/** Settings as they are stored: labels become keys. */
export function settle<Given extends Omit<GivenSettings, "title" | "width" | "height">>(schema: CompanySchema, { goal, ...given }: Given) {
  const type = given.kind === "activity" ? undefined : typeNamed(schema, given.type);
  const key = (name: string) => (type && findField(type, name)?.key) ?? name;
  return {
    ...given,
    type: type?.key ?? "",
    field: key(given.field),
    group_by: key(given.group_by),
    date_field: key(given.date_field),
    columns: given.columns.map(key),
    goal: goal ?? null,
  };
}

export async function addWidget(call: Call<Member>, schema: CompanySchema, input: z.output<typeof AddWidget.input>) {
  const { tx, actor, clock } = call;
  const { id: dashboardId, position, ...given } = input;
  const dashboard = await dashboardToChange(call, dashboardId);
  const settings = settle(schema, given);
  await checkWidget(call, schema, settings);
  const others = await store.listWidgets(tx, actor.companyId, dashboard.id);
  if (others.length >= MAX_WIDGETS) throw conflict("dashboard_full", `A dashboard holds ${MAX_WIDGETS} widgets. Remove one first.`);
  const widget = { ...settings, id: newId(), dashboard_id: dashboard.id };
  await store.insertWidgets(tx, actor.companyId, [widget], clock.now());
  await store.arrange(tx, actor.companyId, others.toSpliced(position ?? others.length, 0, { ...widget, version: 1 }));
  await call.emit(widgetAdded, { subjectId: widget.id, data: { name: widget.title, dashboard: dashboard.name } });
  return widget;
}

export async function updateWidget(call: Call<Member>, schema: CompanySchema, input: z.output<typeof UpdateWidget.input>) {
  const { id, ...given } = input;
  const { widget, dashboard } = await widgetToChange(call, id);
  const changed = { ...widget, ...settle(schema, given) };
  await checkWidget(call, schema, changed);
  await store.updateWidget(call.tx, call.actor.companyId, changed);
  await call.emit(widgetUpdated, { subjectId: id, data: { name: changed.title, dashboard: dashboard.name } });
  return changed;
}

export async function removeWidget(call: Call<Member>, id: string): Promise<void> {
  const { widget, dashboard } = await widgetToChange(call, id);
  await store.removeWidget(call.tx, call.actor.companyId, id);
  await call.emit(widgetRemoved, { subjectId: id, data: { name: widget.title, dashboard: dashboard.name } });
}

export async function arrange(call: Call<Member>, { id, widgets: wanted }: z.output<typeof Arrange.input>) {
  const { tx, actor } = call;
  const dashboard = await dashboardToChange(call, id);
  const widgets = new Map((await store.listWidgets(tx, actor.companyId, id)).map((widget) => [widget.id, widget]));
  if (wanted.some((one) => !widgets.has(one.id))) throw notFound("Widget");
  // The person who arranged them may not have seen the newest widgets.
  const unseen = [...widgets.values()].filter((widget) => !wanted.some((one) => one.id === widget.id));
  const order = new Map([...wanted, ...unseen].map((one) => [one.id, one]));
  await store.arrange(tx, actor.companyId, [...order.values()]);
  await call.emit(dashboardArranged, { subjectId: id, data: { name: dashboard.name } });
  return dashboard;
}
