import { statement, type Tx } from "../../../kernel/database.ts";
import type { WeekHours } from "../decide/hours.ts";

const HOURS = statement("lead_clocks.hours", "select id, zone, days from working_hours where company_id = $1 and id = any($2::uuid[])");

/** The working hours of people: their own, else those of the company, else none. */
export async function hoursOf(tx: Tx, companyId: string, userIds: string[]): Promise<(userId: string) => WeekHours | null> {
  const rows = await tx.query<{ id: string } & WeekHours>(HOURS, [companyId, [...new Set([...userIds, companyId])]]);
  const byId = new Map(rows.map(({ id, zone, days }) => [id, { zone, days }]));
  return (userId) => byId.get(userId) ?? byId.get(companyId) ?? null;
}
