import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { listRecords } from "../records/index.ts";
import type { CompanySchema } from "../types/index.ts";
import { planWidget } from "./check-widget.ts";
import { narrowed } from "./conditions.ts";
import { countActivity } from "./count-activity.ts";
import { countGroups } from "./count-groups.ts";
import { countNumber } from "./count-number.ts";
import type { Figure, PERIODS } from "./operations.ts";
import type { Counting } from "./tally.ts";
import { inPeriod } from "./time-window.ts";

type Period = (typeof PERIODS)[number];

/** What a widget shows, counted now. */
export async function countWidget(
  call: Call<Member>,
  schema: CompanySchema,
  cursors: Cursors,
  widget: Counting["widget"],
  page: Period,
): Promise<z.output<typeof Figure>> {
  if (widget.kind === "activity") return countActivity(call, widget.limit);
  const counting: Counting = { call, schema, widget, plan: planWidget(schema, widget) };
  const period = periodOf(widget, page);
  if (widget.kind === "table") return listRows(counting, cursors, period);
  return widget.kind === "number" ? countNumber(counting, period) : countGroups(counting, period);
}

/** The period that a widget is counted over. */
export const periodOf = ({ period }: Pick<Counting["widget"], "period">, page: Period): Period | undefined => {
  if (period === "none") return undefined;
  return period === "page" ? page : period;
};

async function listRows({ call, schema, plan: { type, date }, widget }: Counting, cursors: Cursors, period: Period | undefined) {
  const filter = date && period ? narrowed(widget.filter, inPeriod(date, period)) : widget.filter;
  const { sort, columns: fields, limit } = widget;
  const { items, count } = await listRecords(call, schema, cursors, type, { filter, sort, fields, count: "estimate", limit });
  return {
    shape: "rows" as const,
    count: count ?? { value: items.length, is_exact: true },
    filter,
    rows: items.map(({ id, title, values }) => ({ id, title, values })),
  };
}
