import type { Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import type { FormatRow } from "../types/index.ts";

export interface CompanyRow extends FormatRow {
  id: string;
  name: string;
  time_zone: string;
  created_at: Date;
}

const SETTINGS = ["name", "time_zone", "currency", "number_format", "date_format", "week_start", "language", "country"] as const;

/** The company with other settings: what was not given stays. */
export const withSettings = (
  company: CompanyRow,
  given: { [name in (typeof SETTINGS)[number]]?: CompanyRow[name] | undefined },
): CompanyRow => ({
  ...company,
  ...Object.fromEntries(SETTINGS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
});

/** What is different, for the log. */
export const differences = (from: CompanyRow, to: CompanyRow): Changes =>
  Object.fromEntries(SETTINGS.flatMap((name) => (from[name] === to[name] ? [] : [[name, [from[name], to[name]]]])));

const settingsOf = (row: CompanyRow) => SETTINGS.map((name) => row[name]);
const parameters = SETTINGS.map((_, at) => `$${at + 2}`).join(", ");

/** A company that is waiting has nobody in it yet: its first Admin has still to open the mailed link. */
export async function insert(tx: Tx, row: CompanyRow, isWaiting: boolean): Promise<void> {
  await tx.query(
    `insert into companies (id, ${SETTINGS.join(", ")}, created_at, is_waiting) values ($1, ${parameters}, $${SETTINGS.length + 2}, $${SETTINGS.length + 3})`,
    [row.id, ...settingsOf(row), row.created_at, isWaiting],
  );
}

export async function find(tx: Tx, companyId: string, lock = ""): Promise<CompanyRow | undefined> {
  const [row] = await tx.query<CompanyRow>(`select id, ${SETTINGS.join(", ")}, created_at from companies where id = $1 ${lock}`, [
    companyId,
  ]);
  return row;
}

export const findForUpdate = (tx: Tx, companyId: string) => find(tx, companyId, "for no key update");

/** Every node keeps the formats with the company's types, until their version is another. */
export async function update(tx: Tx, row: CompanyRow): Promise<void> {
  await tx.query(`update companies set (${SETTINGS.join(", ")}) = row (${parameters}), schema_version = schema_version + 1 where id = $1`, [
    row.id,
    ...settingsOf(row),
  ]);
}
