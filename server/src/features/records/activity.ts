import type { Author } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import type { Changes } from "../../kernel/event.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { readLinks } from "./links.ts";
import { partOf } from "./merged.ts";
import type { Links, RecordRow } from "./row.ts";

// What counts as activity, and as contact: docs/decisions/0046-quiet-records.md

/** The type whose records, once done, are something that happened on the records they are linked to. */
const TASK = "task";

/** What happens on a record that has a relation to one of these happens on that one too. */
const ROLLS_UP_TO = "organization";

/** The type whose records know when somebody was last in touch with them. */
const PERSON = "contact";

/** `given`, and the organizations that they belong to. */
const upwards = (given: string) => `${given}
   union all
   select o.id, g.at from (${given}) as g join record_links l on l.company_id = $1 and l.from_id = g.id
   join records o on o.company_id = l.company_id and o.id = l.to_id
   join record_types t on t.company_id = o.company_id and t.id = o.type_id and t.key = '${ROLLS_UP_TO}'`;

// In the order of ids, as everywhere: two calls about the same organizations must not wait for each other.
const NOTE = statement(
  "activity.note",
  `insert into record_activity (company_id, record_id, type_id, at, contacted_at)
   select r.company_id, r.id, r.type_id, greatest(r.created_at, a.at), case when t.key = '${PERSON}' then a.at end
   from (select id, max(at) as at from (${upwards("select id, at from jsonb_to_recordset($2::jsonb) as given (id uuid, at timestamptz)")}) as near group by id) as a
   join records r on r.company_id = $1 and r.id = a.id
   join record_types t on t.company_id = r.company_id and t.id = r.type_id order by r.id
   on conflict (company_id, record_id) do update
   set at = greatest(record_activity.at, excluded.at), contacted_at = greatest(record_activity.contacted_at, excluded.contacted_at)
   where record_activity.at < excluded.at or (excluded.contacted_at is not null and excluded.contacted_at > coalesce(record_activity.contacted_at, '-infinity'))`,
);

/** Messages of a conversation that everybody sees. Of any other, not even the time is told. */
const IS_TOLD = "m.kind = 'mail' and c.state <> 'spam' and (c.is_shared or ch.access = 'everyone')";
// A row that stays as it is is left out, and not only left as it is: that would lock it, and everybody who links something to an organization
// would wait for everybody else who does. `offset 0`: PostgreSQL finds these records first, and does not read the times of all that the company has.
const RECOUNT = statement(
  "activity.recount",
  `insert into record_activity (company_id, record_id, type_id, at, contacted_at)
   select latest.* from (
   select r.company_id, r.id, r.type_id, greatest(r.created_at, happened.at) as at, case when t.key = '${PERSON}' then greatest(happened.at,
     case when r.data ->> 'last_contacted' ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d' then (r.data ->> 'last_contacted')::timestamptz end) end as contacted_at
   from records r join record_types t on t.company_id = r.company_id and t.id = r.type_id
   cross join lateral (
     with near as (
       select r.id
       union all
       select o.id from record_links l join records o on o.company_id = l.company_id and o.id = l.from_id and o.deleted_at is null
       where t.key = '${ROLLS_UP_TO}' and l.company_id = r.company_id and l.to_id = r.id
     )
     select array_agg(one.id) as ids from (
       select id from near union all select m.id from near join records m on m.company_id = r.company_id and m.part_of = near.id
     ) as one
   ) as about
   cross join lateral (
     select max(each_one.at) as at from (
       select n.created_at as at from notes n where n.company_id = r.company_id and n.record_id = any(about.ids) and n.deleted_at is null
       union all
       select a.at from activities a where a.company_id = r.company_id and a.record_id = any(about.ids) and a.deleted_at is null
       union all
       select a.at from activity_people p join activities a on a.company_id = p.company_id and a.id = p.activity_id and a.deleted_at is null
       join records w on w.company_id = a.company_id and w.id = a.record_id
       join records o on o.company_id = w.company_id and o.id = ${partOf("w")} and o.deleted_at is null
       where p.company_id = r.company_id and p.record_id = any(about.ids)
       union all
       select task.won_at from record_links l join records task on task.company_id = l.company_id and task.id = l.from_id
       where l.company_id = r.company_id and l.to_id = any(about.ids) and task.type_id = $3 and task.deleted_at is null
       union all
       select least(m.at, $4::timestamptz) from messages m
       join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
       join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
       where m.company_id = r.company_id and m.direction = 'in' and m.contact_id = any(about.ids) and ${IS_TOLD}
       union all
       select least(m.at, $4::timestamptz) from conversations c
       join messages m on m.company_id = c.company_id and m.conversation_id = c.id
       join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
       where c.company_id = r.company_id and c.contact_id = any(about.ids) and ((m.direction = 'out' and m.state in ('sent', 'delivered', 'read'))
         or (m.direction = 'in' and m.contact_id is null)) and ${IS_TOLD}
     ) as each_one
   ) as happened
   where r.company_id = $1 and r.id in (select near.id from (${upwards("select id, null::timestamptz as at from unnest($2::uuid[]) as given (id)")}) as near)
   offset 0
   ) as latest left join record_activity known on known.company_id = latest.company_id and known.record_id = latest.id
   where (known.at, known.contacted_at) is distinct from (latest.at, latest.contacted_at) order by latest.id
   on conflict (company_id, record_id) do update set at = excluded.at, contacted_at = excluded.contacted_at`,
);

/** Something happened on these records, and so on their organizations. The later time counts. */
export async function noteActivity(tx: Tx, companyId: string, happened: { id: string; at: Date }[]): Promise<void> {
  if (happened.length > 0) await tx.query(NOTE, [companyId, JSON.stringify(happened)]);
}

/** What happened on a merged record counts for the one that it is part of. */
const WHOLES = statement(
  "activity.part_of",
  "select part_of as id from records where company_id = $1 and id = any($2::uuid[]) and part_of is not null",
);

/** Something was taken back, or came from another record: the times of these and of their organizations are read again. */
export async function recountActivity({ tx, actor, clock }: Call<Author>, schema: CompanySchema, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  // A statement of its own: as a part of the next one PostgreSQL expects one row of it, and reads the rest again for each that there is.
  const merged = await tx.query<{ id: string }>(WHOLES, [actor.companyId, ids]);
  const all = [...ids, ...merged.map(({ id }) => id)];
  await tx.query(RECOUNT, [actor.companyId, all, schema.byKey.get(TASK)?.id ?? null, clock.now()]);
}

interface Saved {
  row: RecordRow;
  links: Links;
  changes: Changes;
  old: { row: RecordRow; links: Links } | undefined;
}

/**
 * A task that is done counts for the records it is linked to, and no longer when it is opened again or linked to others. A record that
 * belongs to another organization takes its activity there. What somebody wrote as the last contact counts too.
 */
export async function followSaved(call: Call<Author>, schema: CompanySchema, type: TypeDefinition, saved: Saved[]): Promise<void> {
  const isTask = type.key === TASK;
  if (isTask) await noteDone(call, type, saved);
  const again = isTask ? saved.flatMap((one) => noLonger(type, one)) : [];
  const belongs = type.fields.filter(({ relation, isReadOnly }) => relation?.type === ROLLS_UP_TO && !isReadOnly);
  for (const { row, links, changes, old } of saved) {
    if (type.key === PERSON && "last_contacted" in changes) again.push(row.id);
    for (const { key } of old ? belongs : []) if (key in changes) again.push(...(old?.links[key] ?? []), ...(links[key] ?? []));
  }
  await recountActivity(call, schema, [...new Set(again)]);
}

async function noteDone({ tx, actor }: Call<Author>, type: TypeDefinition, saved: Saved[]): Promise<void> {
  await noteActivity(
    tx,
    actor.companyId,
    saved.flatMap(({ row, links }) => {
      const at = row.won_at;
      return at ? targetsOf(type, links).map((id) => ({ id, at })) : [];
    }),
  );
}

/** The records that a task was done for, as far as it was known, and is not now. */
function noLonger(type: TypeDefinition, { old, row, links }: Saved): string[] {
  const before = old?.row.won_at ? targetsOf(type, old.links) : [];
  const now = row.won_at ? targetsOf(type, links) : [];
  return row.won_at && row.won_at >= (old?.row.won_at ?? row.won_at) ? before.filter((id) => !now.includes(id)) : before;
}

/** Records went to the trash, or came back: what happened on them no longer counts elsewhere, nor for who took part, or does again. */
export async function recountAround(call: Call<Author>, schema: CompanySchema, rows: RecordRow[]): Promise<void> {
  const typeOf = (row: RecordRow) => schema.byId.get(row.type_id);
  const counted = rows.filter((row) => {
    const type = typeOf(row);
    return type?.key === TASK ? row.won_at : type?.fields.some(({ relation }) => relation?.type === ROLLS_UP_TO);
  });
  const people = await call.tx.query<{ id: string }>(TOOK_PART, [call.actor.companyId, rows.map(({ id }) => id)]);
  if (counted.length === 0 && people.length === 0) return;
  const links = await readLinks(call.tx, call.actor.companyId, schema, counted);
  const around = counted.flatMap((row) => {
    const type = typeOf(row);
    return type ? targetsOf(type, links.get(row.id) ?? {}) : [];
  });
  await recountActivity(call, schema, [...new Set([...around, ...people.map(({ id }) => id)])]);
}

/** The contacts who took part in what was logged on these records, and on those that were merged into them. */
const TOOK_PART = statement(
  "activity.took_part",
  `select distinct p.record_id as id from (
     select unnest($2::uuid[]) as id union all select m.id from records m where m.company_id = $1 and m.part_of = any($2::uuid[])
   ) as r
   join activities a on a.company_id = $1 and a.record_id = r.id and a.deleted_at is null
   join activity_people p on p.company_id = $1 and p.activity_id = a.id`,
);

const targetsOf = (type: TypeDefinition, links: Links): string[] =>
  type.fields.filter((field) => field.shape === "record" && !field.isReadOnly).flatMap((field) => links[field.key] ?? []);
