import type { Author } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { readLinks } from "./links.ts";
import type { Links, RecordRow } from "./row.ts";

/** The type whose records, once done, are something that happened on the records they are linked to. */
const TASK = "task";

const NOTE = statement(
  "activity.note",
  `insert into record_activity (company_id, record_id, type_id, at)
   select r.company_id, r.id, r.type_id, max(a.at) from jsonb_to_recordset($2::jsonb) as a (id uuid, at timestamptz)
   join records r on r.company_id = $1 and r.id = a.id group by r.company_id, r.id
   on conflict (company_id, record_id) do update set at = excluded.at where record_activity.at < excluded.at`,
);
const FORGET = statement("activity.forget", "delete from record_activity where company_id = $1 and record_id = any($2::uuid[])");
const RECOUNT = statement(
  "activity.recount",
  `insert into record_activity (company_id, record_id, type_id, at)
   select r.company_id, r.id, r.type_id, happened.at from records r cross join lateral (
     select max(at) as at from (
       select max(n.created_at) as at from notes n
       where n.company_id = r.company_id and n.deleted_at is null
         and n.record_id = any(array(select m.id from records m where m.company_id = r.company_id and m.merged_into = r.id) || r.id)
       union all
       select max(task.won_at) from record_links l join records task on task.company_id = l.company_id and task.id = l.from_id
       where l.company_id = r.company_id and l.to_id = r.id and task.type_id = $3 and task.deleted_at is null
     ) as each_one) as happened
   where r.company_id = $1 and r.id = any($2::uuid[]) and happened.at is not null
   on conflict (company_id, record_id) do update set at = excluded.at`,
);

/** Something happened on these records. The later time counts. */
export async function noteActivity(tx: Tx, companyId: string, happened: { id: string; at: Date }[]): Promise<void> {
  if (happened.length > 0) await tx.query(NOTE, [companyId, JSON.stringify(happened)]);
}

/** Something was taken back, or came from another record: the last activity is read again from notes and tasks. */
export async function recountActivity(call: Call<Author>, schema: CompanySchema, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { companyId } = call.actor;
  await call.tx.query(FORGET, [companyId, ids]);
  await call.tx.query(RECOUNT, [companyId, ids, schema.byKey.get(TASK)?.id ?? null]);
}

interface Saved {
  row: RecordRow;
  links: Links;
  changes: Changes;
  old: { row: RecordRow; links: Links } | undefined;
}

/** A task that is done counts for the records it is linked to, and no longer when it is opened again or linked to others. */
export async function followTasks(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, saved: Saved[]): Promise<void> {
  if (type.key !== TASK) return;
  const lost = saved.flatMap(({ old, row, links }) => {
    const before = old?.row.won_at ? targetsOf(type, old.links) : [];
    const now = row.won_at ? targetsOf(type, links) : [];
    return row.won_at && row.won_at >= (old?.row.won_at ?? row.won_at) ? before.filter((id) => !now.includes(id)) : before;
  });
  await noteActivity(
    call.tx,
    call.actor.companyId,
    saved.flatMap(({ row, links }) => {
      const at = row.won_at;
      return at ? targetsOf(type, links).map((id) => ({ id, at })) : [];
    }),
  );
  await recountActivity(call, schema, [...new Set(lost)]);
}

/** Done tasks went to the trash, or came back. */
export async function recountAround(call: Call<Author>, schema: CompanySchema, rows: RecordRow[]): Promise<void> {
  const type = schema.byKey.get(TASK);
  const done = rows.filter((row) => row.type_id === type?.id && row.won_at);
  if (!type || done.length === 0) return;
  const links = await readLinks(call.tx, call.actor.companyId, schema, done);
  await recountActivity(call, schema, [...new Set([...links.values()].flatMap((own) => targetsOf(type, own)))]);
}

const targetsOf = (type: TypeDefinition, links: Links): string[] =>
  type.fields.filter((field) => field.shape === "record" && !field.isReadOnly).flatMap((field) => links[field.key] ?? []);
