import { statement, type Tx } from "../../../kernel/database.ts";
import type { Hours } from "../shapes.ts";

const LIST = statement(
  "working_hours.list",
  `select u.id, u.name, h.zone, h.days,
     exists (select from absences a where a.company_id = u.company_id and a.user_id = u.id and a.starts_at <= $2 and a.ends_at > $2) as is_absent
   from users u left join working_hours h on h.company_id = u.company_id and h.id = u.id
   where u.company_id = $1 and u.disabled_at is null order by lower(u.name), u.id limit 1000`,
);
export interface HoursRow {
  id: string;
  name: string;
  zone: string | null;
  days: Hours["days"] | null;
  is_absent: boolean;
}
export const list = (tx: Tx, companyId: string, now: Date) => tx.query<HoursRow>(LIST, [companyId, now]);

const SAVE = statement(
  "working_hours.save",
  `insert into working_hours (company_id, id, zone, days, updated_at) values ($1, $2, $3, $4, $5)
   on conflict (company_id, id) do update set zone = excluded.zone, days = excluded.days, updated_at = excluded.updated_at`,
);
/** Null: none of their own. The company's hours have the company's id. */
export const save = (tx: Tx, companyId: string, id: string, hours: Hours | null, now: Date) =>
  hours
    ? tx.query(SAVE, [companyId, id, hours.zone, JSON.stringify(hours.days), now])
    : tx.query("delete from working_hours where company_id = $1 and id = $2", [companyId, id]);

export interface AbsenceRow {
  id: string;
  user_id: string;
  user_name: string;
  starts_at: Date;
  ends_at: Date;
  note: string;
}

const ABSENCES = statement(
  "absences.list",
  `select a.id, a.user_id, u.name as user_name, a.starts_at, a.ends_at, a.note
   from absences a join users u on u.company_id = a.company_id and u.id = a.user_id
   where a.company_id = $1 and ($2::uuid is null or a.user_id = $2) and ($3::timestamptz is null or a.ends_at > $3)
     and ($4::uuid is null or a.id < $4)
   order by a.id desc limit $5`,
);
export const absences = (
  tx: Tx,
  companyId: string,
  user: string | undefined,
  endsAfter: Date | null,
  before: string | undefined,
  rows: number,
) => tx.query<AbsenceRow>(ABSENCES, [companyId, user ?? null, endsAfter, before ?? null, rows]);

export const findAbsence = async (tx: Tx, companyId: string, id: string) =>
  (
    await tx.query<AbsenceRow>(
      `select a.id, a.user_id, u.name as user_name, a.starts_at, a.ends_at, a.note
       from absences a join users u on u.company_id = a.company_id and u.id = a.user_id where a.company_id = $1 and a.id = $2`,
      [companyId, id],
    )
  )[0];

export interface NewAbsence {
  id: string;
  user: string;
  from: Date;
  to: Date;
  note: string;
  by: string;
  now: Date;
}
export const addAbsence = (tx: Tx, companyId: string, { id, user, from, to, note, by, now }: NewAbsence) =>
  tx.query(
    `insert into absences (company_id, id, user_id, starts_at, ends_at, note, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [companyId, id, user, from, to, note, by, now],
  );

export const removeAbsence = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from absences where company_id = $1 and id = $2", [companyId, id]);

export const countAbsences = async (tx: Tx, companyId: string, user: string) =>
  (await tx.query<{ n: number }>("select count(*)::int as n from absences where company_id = $1 and user_id = $2", [companyId, user]))[0]
    ?.n ?? 0;
