import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { forbidden, notFound } from "../../kernel/errors.ts";
import { canEdit } from "./rules.ts";
import * as store from "./store.ts";

/** A dashboard that this member sees. */
export async function seenDashboard({ actor, tx }: Call<Member>, id: string): Promise<store.DashboardRow> {
  const row = await store.find(tx, actor.companyId, actor.userId, id);
  if (!row) throw notFound("Dashboard");
  return row;
}

/** A dashboard that this member may change; locked until the change is written. */
export async function dashboardToChange({ actor, tx }: Call<Member>, id: string): Promise<store.DashboardRow> {
  const row = await store.findForUpdate(tx, actor.companyId, actor.userId, id);
  if (!row) throw notFound("Dashboard");
  if (!canEdit(actor, row))
    throw forbidden("not_yours", `Only ${row.owner.name} or an Admin can change this dashboard. Make a copy of your own instead.`);
  return row;
}

/** A widget on a dashboard that this member sees. */
export async function seenWidget({ actor, tx }: Call<Member>, id: string): Promise<store.WidgetRow> {
  const widget = await store.findWidget(tx, actor.companyId, id);
  const dashboard = widget && (await store.find(tx, actor.companyId, actor.userId, widget.dashboard_id));
  if (!widget || !dashboard) throw notFound("Widget");
  return widget;
}

/** A widget that this member may change, with its dashboard. */
export async function widgetToChange(call: Call<Member>, id: string) {
  const { dashboard_id: dashboardId } = await seenWidget(call, id);
  const dashboard = await dashboardToChange(call, dashboardId);
  // Read it again, now that it is locked.
  const widget = await store.findWidget(call.tx, call.actor.companyId, id);
  if (!widget) throw notFound("Widget");
  return { widget, dashboard };
}
