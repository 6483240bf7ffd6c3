import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { react } from "../../kernel/subscription.ts";
import { companyCreated } from "../companies/events.ts";
import { startingTypes } from "../companies/index.ts";
import type { CompanySchema } from "../types/index.ts";
import { checkWidget } from "./check-widget.ts";
import { dashboardCreated } from "./events.ts";
import type { create } from "./operations.ts";
import { seenDashboard } from "./reach.ts";
import { STARTING_WIDGETS } from "./starting.ts";
import * as store from "./store.ts";
import { sharedDashboards, ownDashboards } from "./quotas.ts";

export async function createDashboard(call: Call<Member>, schema: CompanySchema, quotas: Quotas, input: z.output<typeof create.input>) {
  const { tx, actor, clock } = call;
  const { name, is_shared, from } = input;
  await quotas.take(call, is_shared ? sharedDashboards : ownDashboards);
  const widgets = await widgetsFor(call, schema, from);
  const row = { id: newId(), name, is_shared, owner: { id: actor.userId, name: actor.name }, created_at: clock.now() };
  await store.insert(tx, actor.companyId, row);
  await store.insertWidgets(tx, actor.companyId, widgets.map(onDashboard(row.id)), row.created_at);
  await call.emit(dashboardCreated, { subjectId: row.id, data: { name } });
  return row;
}

async function widgetsFor(call: Call<Member>, schema: CompanySchema, from: string | undefined): Promise<store.WidgetSettings[]> {
  if (from === undefined) return [];
  if (from !== "starting") return store.listWidgets(call.tx, call.actor.companyId, (await seenDashboard(call, from)).id);
  const usable = await Promise.all(STARTING_WIDGETS.map((widget) => isUsable(call, schema, widget)));
  return STARTING_WIDGETS.filter((_, at) => usable[at]);
}

/** The company may have changed its starting types, so widgets that no longer fit are left out. */
async function isUsable(call: Call<Member>, schema: CompanySchema, widget: store.WidgetSettings): Promise<boolean> {
  try {
    await checkWidget(call, schema, widget);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

const onDashboard = (dashboardId: string) => (widget: store.WidgetSettings) => ({ ...widget, id: newId(), dashboard_id: dashboardId });

/** A new company starts with a dashboard that its first Admin shares with everyone. */
export const startingDashboard = react({
  to: companyCreated,
  after: startingTypes, // its widgets count records of these types
  async run({ tx, clock, actingUser }, created) {
    if (!actingUser) return;
    for (const { subjectId: companyId } of created) {
      const row = { id: newId(), name: "Sales", is_shared: true, owner: { id: actingUser }, created_at: clock.now() };
      await store.insert(tx, companyId, row);
      await store.insertWidgets(tx, companyId, STARTING_WIDGETS.map(onDashboard(row.id)), row.created_at);
    }
  },
});
