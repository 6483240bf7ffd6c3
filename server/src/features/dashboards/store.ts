import type { z } from "zod";
import type { Tx } from "../../kernel/database.ts";
import type { widgetSettings } from "./operations.ts";

export interface DashboardRow {
  id: string;
  name: string;
  is_shared: boolean;
  owner: { id: string; name: string };
  created_at: Date;
}

export type WidgetSettings = { [Key in Exclude<keyof typeof widgetSettings, "goal">]: z.output<(typeof widgetSettings)[Key]> } & {
  goal: number | null;
};

export interface WidgetRow extends WidgetSettings {
  id: string;
  dashboard_id: string;
  version: number;
}

const DASHBOARD = `select d.id, d.name, d.is_shared, json_build_object('id', u.id, 'name', u.name) as owner, d.created_at
  from dashboards d join users u on u.company_id = d.company_id and u.id = d.owner_id
  where d.company_id = $1 and (d.owner_id = $2 or d.is_shared)`;

/** The dashboards this user may see: shared ones and their own, oldest first. */
export const list = (tx: Tx, companyId: string, userId: string) =>
  tx.query<DashboardRow>(`${DASHBOARD} order by d.is_shared desc, d.id`, [companyId, userId]);

export async function find(tx: Tx, companyId: string, userId: string, id: string, lock = ""): Promise<DashboardRow | undefined> {
  const [row] = await tx.query<DashboardRow>(`${DASHBOARD} and d.id = $3 ${lock}`, [companyId, userId, id]);
  return row;
}

/** Locks a dashboard: changes of it wait for each other. */
export const findForUpdate = (tx: Tx, companyId: string, userId: string, id: string) => find(tx, companyId, userId, id, "for update of d");

export async function insert(tx: Tx, companyId: string, row: Omit<DashboardRow, "owner"> & { owner: { id: string } }): Promise<void> {
  await tx.query("insert into dashboards (company_id, id, owner_id, is_shared, name, created_at) values ($1, $2, $3, $4, $5, $6)", [
    companyId,
    row.id,
    row.owner.id,
    row.is_shared,
    row.name,
    row.created_at,
  ]);
}

export async function update(tx: Tx, companyId: string, { id, name, is_shared }: DashboardRow): Promise<void> {
  await tx.query("update dashboards set name = $3, is_shared = $4 where company_id = $1 and id = $2", [companyId, id, name, is_shared]);
}

export const remove = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from dashboards where company_id = $1 and id = $2", [companyId, id]);

const WIDGET = `select w.id, w.dashboard_id, w.kind, w.title, coalesce(t.key, '') as type, w.filter, w.measure, w.field, w.group_by, w.interval, w.ahead,
    w.period, w.date_field, w.goal::float8 as goal, w.sort, w.columns, w.shown as "limit", w.width, w.height, w.version
  from widgets w left join record_types t on t.company_id = w.company_id and t.id = w.type_id
  where w.company_id = $1`;

export const listWidgets = (tx: Tx, companyId: string, dashboardId: string) =>
  tx.query<WidgetRow>(`${WIDGET} and w.dashboard_id = $2 order by w.position, w.id`, [companyId, dashboardId]);

export async function findWidget(tx: Tx, companyId: string, id: string): Promise<WidgetRow | undefined> {
  const [row] = await tx.query<WidgetRow>(`${WIDGET} and w.id = $2`, [companyId, id]);
  return row;
}

const SETTINGS = "kind, title, filter, measure, field, group_by, interval, ahead, period, date_field, goal, sort, columns, width, height";
const COLUMNS = `kind text, title text, filter text, measure text, field text, group_by text, interval text, ahead integer, period text, date_field text,
  goal bigint, sort text, columns jsonb, width integer, height integer, type text, "limit" integer`;

/** Adds widgets in this order; `arrange` puts them among others. */
export async function insertWidgets(tx: Tx, companyId: string, rows: Omit<WidgetRow, "version">[], now: Date): Promise<void> {
  await tx.query(
    `insert into widgets (company_id, id, dashboard_id, type_id, shown, position, created_at, ${SETTINGS})
     select $1, w.id, w.dashboard_id, t.id, w."limit", w.place, $3, ${SETTINGS.replaceAll(/\w+/g, "w.$&")}
     from rows from (jsonb_to_recordset($2::jsonb) as (id uuid, dashboard_id uuid, ${COLUMNS})) with ordinality
       as w (id, dashboard_id, ${COLUMNS.replaceAll(/ (text|integer|bigint|jsonb)\b/g, "")}, place)
     left join record_types t on t.company_id = $1 and t.key = w.type`,
    [companyId, JSON.stringify(rows), now],
  );
}

export async function updateWidget(tx: Tx, companyId: string, row: WidgetRow): Promise<void> {
  const assignments = SETTINGS.split(", ").map((column) => `${column} = w.${column}`);
  await tx.query(
    `update widgets set ${assignments.join(", ")}, shown = w."limit", version = version + 1,
       type_id = (select t.id from record_types t where t.company_id = $1 and t.key = w.type)
     from jsonb_to_record($3::jsonb) as w (${COLUMNS}) where widgets.company_id = $1 and widgets.id = $2`,
    [companyId, row.id, JSON.stringify(row)],
  );
}

export const removeWidget = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from widgets where company_id = $1 and id = $2", [companyId, id]);

/** Changes positions and sizes only, so stored results stay valid. */
export async function arrange(tx: Tx, companyId: string, rows: Pick<WidgetRow, "id" | "width" | "height">[]): Promise<void> {
  await tx.query(
    `update widgets set position = w.place, width = w.width, height = w.height
     from rows from (jsonb_to_recordset($2::jsonb) as (id uuid, width integer, height integer)) with ordinality as w (id, width, height, place)
     where widgets.company_id = $1 and widgets.id = w.id`,
    [companyId, JSON.stringify(rows)],
  );
}
