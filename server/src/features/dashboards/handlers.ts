import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { before, MINUTE_MS } from "../../kernel/clock.ts";
import type { Changes } from "../../kernel/event.ts";
import type { Execute } from "../../kernel/execute.ts";
import { handle } from "../../kernel/handle.ts";
import type { Cursors } from "../../platform/cursors.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { actAs } from "../members/index.ts";
import type { Schemas } from "../types/index.ts";
import { addWidget, arrange, removeWidget, settle, updateWidget } from "./change-widgets.ts";
import { countWidget } from "./count-widget.ts";
import { createDashboard } from "./create-dashboard.ts";
import { dashboardDeleted, dashboardUpdated } from "./events.ts";
import * as operations from "./operations.ts";
import { dashboardToChange, seenDashboard, seenWidget } from "./reach.ts";
import * as results from "./results.ts";
import { canEdit } from "./rules.ts";
import { resultKey, showFigure, showFigures } from "./show-figures.ts";
import { createSizes } from "./sizes.ts";
import * as store from "./store.ts";
import { sharedDashboards, ownDashboards } from "./quotas.ts";

export interface Needs {
  schemas: Schemas;
  cursors: Cursors;
  quotas: Quotas;
  /** The pipeline: each figure of a dashboard is a call of its own. */
  execute: Execute;
}

export function dashboardHandlers({ schemas, cursors, quotas, execute }: Needs) {
  const sizes = createSizes();

  async function whole(call: Call<Member>, row: store.DashboardRow) {
    const widgets = await store.listWidgets(call.tx, call.actor.companyId, row.id);
    return { ...present(call, row), widgets: widgets.map(presentWidget) };
  }

  return handle(operations, {
    async list(call) {
      const rows = await store.list(call.tx, call.actor.companyId, call.actor.userId);
      return { items: rows.map((row) => present(call, row)) };
    },

    get: async (call, { id }) => whole(call, await seenDashboard(call, id)),
    create: async (call, input) => whole(call, await createDashboard(call, await schemas.of(call), quotas, input)),

    async update(call, { id, ...input }) {
      const row = await dashboardToChange(call, id);
      const changed = { ...row, name: input.name ?? row.name, is_shared: input.is_shared ?? row.is_shared };
      const changes: Changes = {};
      if (changed.name !== row.name) changes["name"] = [row.name, changed.name];
      if (changed.is_shared !== row.is_shared) changes["is_shared"] = [row.is_shared, changed.is_shared];
      if (changes["is_shared"]) await quotas.take(call, changed.is_shared ? sharedDashboards : ownDashboards);
      if (Object.keys(changes).length > 0) {
        await store.update(call.tx, call.actor.companyId, changed);
        await call.emit(dashboardUpdated, { subjectId: id, data: { name: changed.name }, changes });
      }
      return present(call, changed);
    },

    async remove(call, { id }) {
      const row = await dashboardToChange(call, id);
      await store.remove(call.tx, call.actor.companyId, id);
      await call.emit(dashboardDeleted, { subjectId: id, data: { name: row.name } });
      return {};
    },

    arrange: async (call, input) => whole(call, await arrange(call, input)),
    addWidget: async (call, input) => presentWidget(await addWidget(call, await schemas.of(call), input)),
    updateWidget: async (call, input) => presentWidget(await updateWidget(call, await schemas.of(call), input)),

    async removeWidget(call, { id }) {
      await removeWidget(call, id);
      return {};
    },

    figures: (call, { id, period }) => showFigures(call, execute, id, period),

    async figure(call, { id, period }) {
      const widget = await seenWidget(call, id);
      return showFigure(call, await schemas.of(call), { sizes, cursors }, widget, period);
    },

    async preview(call, { page_period: page, ...given }) {
      const schema = await schemas.of(call);
      const counted = await countWidget(call, schema, cursors, settle(schema, given), page);
      return { figure: counted, as_of: null, is_pending: false, failure: null };
    },

    async count(call, { id, user, period }) {
      const widget = await store.findWidget(call.tx, call.actor.companyId, id);
      const known = widget && (await results.read(call.tx, call.actor.companyId, resultKey(widget, period)));
      // The widget was deleted meanwhile, or another job has just counted it.
      if (!widget || (known && known.counted_at > before(call.clock, MINUTE_MS))) return {};
      const acting = await actAs(call, user);
      const counted = await countWidget(acting, await schemas.of(acting), cursors, widget, period);
      const row = { figure: counted, failure: null, counted_at: call.clock.now() };
      await results.keep(call.tx, call.actor.companyId, resultKey(widget, period), row);
      return {};
    },

    async fail(call, { id, period, failure }) {
      const widget = await store.findWidget(call.tx, call.actor.companyId, id);
      const row = { figure: null, failure, counted_at: call.clock.now() };
      if (widget) await results.keep(call.tx, call.actor.companyId, resultKey(widget, period), row);
      return {};
    },
  });
}

const present = ({ actor }: Call<Member>, row: store.DashboardRow) => ({ ...row, can_edit: canEdit(actor, row) });

function presentWidget({
  dashboard_id: _dashboard,
  version: _version,
  ...widget
}: Omit<store.WidgetRow, "version"> & { version?: number }) {
  return widget;
}
