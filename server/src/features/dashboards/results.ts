import type { z } from "zod";
import type { Tx } from "../../kernel/database.ts";
import type { Figure } from "./operations.ts";

/** Identifies a result: a widget, the version of its settings, and the period. */
export interface ResultKey {
  widgetId: string;
  period: string;
  version: number;
}

export interface ResultRow {
  figure: z.output<typeof Figure> | null;
  failure: { code: string; message: string } | null;
  counted_at: Date;
}

/** The last result for these settings, if any. */
export async function read(tx: Tx, companyId: string, { widgetId, period, version }: ResultKey): Promise<ResultRow | undefined> {
  const [row] = await tx.query<ResultRow>(
    `select figure, failure, counted_at from widget_results
     where company_id = $1 and widget_id = $2 and period = $3 and version = $4 and counted_at is not null`,
    [companyId, widgetId, period, version],
  );
  return row;
}

/** Requests a new result. True for the first request, or the first since `before`: that caller enqueues the count. */
export async function request(
  tx: Tx,
  companyId: string,
  { widgetId, period, version }: ResultKey,
  now: Date,
  before: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into widget_results as known (company_id, widget_id, period, version, asked_at) values ($1, $2, $3, $4, $5)
     on conflict (company_id, widget_id, period) do update set version = excluded.version, asked_at = excluded.asked_at,
       counted_at = case when known.version = excluded.version then known.counted_at end
     where known.asked_at <= $6 or known.version < excluded.version
     returning widget_id`,
    [companyId, widgetId, period, version, now, before],
  );
  return rows.length > 0;
}

/** Stores a result, unless the widget has other settings by now. */
export async function keep(tx: Tx, companyId: string, { widgetId, period, version }: ResultKey, row: ResultRow): Promise<void> {
  await tx.query(
    `update widget_results set figure = $5, failure = $6, counted_at = $7
     where company_id = $1 and widget_id = $2 and period = $3 and version = $4`,
    [
      companyId,
      widgetId,
      period,
      version,
      row.figure && JSON.stringify(row.figure),
      row.failure && JSON.stringify(row.failure),
      row.counted_at,
    ],
  );
}
