import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { before, MINUTE_MS } from "../../kernel/clock.ts";
import { toAppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { typeNamed } from "../records/index.ts";
import type { CompanySchema } from "../types/index.ts";
import { isPersonal } from "./conditions.ts";
import { countWidget, periodOf } from "./count-widget.ts";
import { countInBackground } from "./jobs.ts";
import { dashboardId, figure, get, widgetId, type PERIODS } from "./operations.ts";
import * as results from "./results.ts";
import type { Sizes } from "./sizes.ts";
import type { WidgetRow } from "./store.ts";

type Period = (typeof PERIODS)[number];

/** A result is counted again at most this often, and only while somebody has the dashboard open. */
const COUNT_EVERY_MS = MINUTE_MS;
/** How many widgets of one dashboard are counted at once: a page must not take every connection. */
const AT_ONCE = 3;

interface Deps {
  sizes: Sizes;
  cursors: Cursors;
}

/** The figure of a widget: counted now, or for many records the result of a worker, about a minute old at most. */
export async function showFigure(call: Call<Member>, schema: CompanySchema, { sizes, cursors }: Deps, widget: WidgetRow, page: Period) {
  const isLive = widget.kind === "activity" || widget.kind === "table" || isPersonal(widget.filter);
  if (isLive || !(await sizes.isLarge(call, typeNamed(schema, widget.type))))
    return { figure: await countWidget(call, schema, cursors, widget, page), as_of: null, is_pending: false, failure: null };

  const { tx, actor, clock } = call;
  const key = resultKey(widget, page);
  const due = before(clock, COUNT_EVERY_MS);
  const kept = await results.read(tx, actor.companyId, key);
  if ((!kept || kept.counted_at <= due) && (await results.request(tx, actor.companyId, key, clock.now(), due)))
    await call.enqueue(countInBackground, { company: actor.companyId, widget: widget.id, user: actor.userId, period: page });
  return { figure: kept?.figure ?? null, as_of: kept?.counted_at ?? null, is_pending: !kept, failure: kept?.failure ?? null };
}

export const resultKey = (widget: WidgetRow, page: Period) => ({
  widgetId: widget.id,
  period: periodOf(widget, page) ?? "none",
  version: widget.version,
});

/**
 * All widgets of a dashboard, several at a time. Each is a call of its own with its own transaction and log line: they run in
 * parallel, and one that fails does not affect the others. This call itself uses no connection while it waits for them.
 */
export async function showFigures({ actor, request }: Call<Member>, execute: Execute, dashboard: string, page: Period) {
  const { widgets } = get.output.parse(await execute(get, actor, { id: dashboardId.encode(dashboard) }, request));
  const waiting = [...widgets.entries()];
  const items: ({ widget: string } & Awaited<ReturnType<typeof showOne>>)[] = [];

  async function showOne(id: string) {
    try {
      return figure.output.parse(await execute(figure, actor, { id: widgetId.encode(id), period: page }, request));
    } catch (thrown) {
      const { code, message } = toAppError(thrown);
      return { figure: null, as_of: null, is_pending: false, failure: { code, message } };
    }
  }
  async function showNext(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, { id }] = next;
      items[at] = { widget: id, ...(await showOne(id)) };
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, showNext));
  return { items };
}
