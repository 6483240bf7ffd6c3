import { statement, type Tx } from "../../../kernel/database.ts";
import type { ActivityKind } from "../inputs.ts";
import { partOf } from "../merged.ts";

export interface ActivityRow {
  id: string;
  record_id: string;
  author_id: string | null;
  kind: ActivityKind;
  at: Date;
  duration_minutes: number | null;
  outcome: string;
  edited_at: Date | null;
  /** In the order of their ids: two lists of the same people are equal. */
  people: { id: string; title: string }[];
}

export type NewActivity = Pick<ActivityRow, "id" | "record_id" | "author_id" | "kind" | "at" | "duration_minutes" | "outcome">;

// A contact that was merged into another took part as that one.
export const COLUMNS = `a.id, a.record_id, a.author_id, a.kind, a.at, a.duration_minutes, a.outcome, a.edited_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', one.id, 'title', one.title) order by one.id) from (
    select distinct r.id, r.title from activity_people p
    join records w on w.company_id = p.company_id and w.id = p.record_id
    join records r on r.company_id = w.company_id and r.id = ${partOf("w")}
    where p.company_id = a.company_id and p.activity_id = a.id) as one), '[]') as people`;

const INSERT = statement(
  "activities.insert",
  `insert into activities (company_id, id, record_id, author_id, kind, at, duration_minutes, outcome, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const FIND = statement(
  "activities.find",
  `select ${COLUMNS} from activities a where a.company_id = $1 and a.id = any($2::uuid[]) and a.deleted_at is null`,
);
const LOCK = statement("activities.lock", "select from activities where company_id = $1 and id = $2 for update");
const UPDATE = statement(
  "activities.update",
  `update activities set kind = $3, at = $4, duration_minutes = $5, outcome = $6, edited_at = $7
   where company_id = $1 and id = $2 and deleted_at is null`,
);
const MARK = statement(
  "activities.mark",
  `update activities set deleted_at = $3 where company_id = $1 and id = any($2::uuid[])
   and (deleted_at is null) = ($3::timestamptz is not null) returning id`,
);
const FORGET_PEOPLE = statement("activities.forget_people", "delete from activity_people where company_id = $1 and activity_id = $2");
const ADD_PEOPLE = statement(
  "activities.add_people",
  // Undo may name a contact that was deleted permanently.
  `insert into activity_people (company_id, activity_id, record_id)
   select r.company_id, $2, r.id from records r where r.company_id = $1 and r.id = any($3::uuid[])`,
);

export async function insert(tx: Tx, companyId: string, row: NewActivity, people: string[], now: Date): Promise<void> {
  const { id, record_id: recordId, author_id: authorId, kind, at, duration_minutes: minutes, outcome } = row;
  await tx.query(INSERT, [companyId, id, recordId, authorId, kind, at, minutes, outcome, now]);
  if (people.length > 0) await tx.query(ADD_PEOPLE, [companyId, id, people]);
}

export const find = (tx: Tx, companyId: string, ids: string[]) => tx.query<ActivityRow>(FIND, [companyId, ids]);

/** Waits for whoever else changes it: what is read now is what this call changes. */
export async function lock(tx: Tx, companyId: string, id: string): Promise<ActivityRow | undefined> {
  await tx.query(LOCK, [companyId, id]);
  return (await find(tx, companyId, [id]))[0];
}

export async function update(tx: Tx, companyId: string, row: ActivityRow, people: string[] | undefined, now: Date): Promise<void> {
  await tx.query(UPDATE, [companyId, row.id, row.kind, row.at, row.duration_minutes, row.outcome, now]);
  if (!people) return;
  await tx.query(FORGET_PEOPLE, [companyId, row.id]);
  if (people.length > 0) await tx.query(ADD_PEOPLE, [companyId, row.id, people]);
}

/** Deletes activities, or brings them back. Returns the ids of those that were not so already. */
export async function mark(tx: Tx, companyId: string, ids: string[], deletedAt: Date | null): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(MARK, [companyId, ids, deletedAt]);
  return new Set(rows.map((row) => row.id));
}
