import type { Tx } from "../../../kernel/database.ts";
import { join, raw, sql, toQuery, type Sql } from "../../../platform/postgres/sql.ts";
import { partOf } from "../merged.ts";
import { type ActivityRow, COLUMNS } from "./store.ts";

interface ListedRow extends ActivityRow {
  on_id: string;
  on_title: string;
  on_type: string;
  author_name: string | null;
}

interface Wanted {
  /** A record, and those that were merged into it. */
  records: string[] | undefined;
  kind: string | undefined;
  since: Date | undefined;
  until: Date | undefined;
}

export const placeOf = ({ at, id }: ActivityRow) => `${at.toISOString()} ${id}`;

/** Activities of records that are not in the trash, the latest first. */
export function list(tx: Tx, companyId: string, wanted: Wanted, after: string | undefined, limit: number): Promise<ListedRow[]> {
  const { text, values } = toQuery(sql`
    select ${raw(COLUMNS)}, r.id as on_id, r.title as on_title, r.type_id as on_type, u.name as author_name from activities a
    join records w on w.company_id = a.company_id and w.id = a.record_id
    join records r on r.company_id = w.company_id and r.id = ${raw(partOf("w"))} and r.deleted_at is null
    left join users u on u.company_id = a.company_id and u.id = a.author_id
    where a.company_id = ${companyId} and a.deleted_at is null and ${join(conditionsOf(companyId, wanted, after), " and ", "true")}
      and r.type_id not in (select t.id from record_types t where t.company_id = ${companyId} and t.retired_at is not null)
    order by a.at desc, a.id desc limit ${limit}`);
  return tx.query<ListedRow>(text, values);
}

/** Only what is asked for: with a condition that may be empty, PostgreSQL would go through all activities of the company. */
function conditionsOf(companyId: string, { records, kind, since, until }: Wanted, after: string | undefined): Sql[] {
  const [at, id] = after?.split(" ") ?? [];
  return [
    records &&
      sql`a.id in (
        select o.id from activities o where o.company_id = ${companyId} and o.record_id = any(${records}::uuid[])
        union all
        select p.activity_id from activity_people p where p.company_id = ${companyId} and p.record_id = any(${records}::uuid[]))`,
    kind && sql`a.kind = ${kind}`,
    since && sql`a.at >= ${since}::timestamptz`,
    until && sql`a.at < ${until}::timestamptz`,
    after && sql`(a.at, a.id) < (${at}::timestamptz, ${id}::uuid)`,
  ].filter((condition) => typeof condition === "object");
}
