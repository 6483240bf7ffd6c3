import { statement, type Tx } from "../../kernel/database.ts";
import { newId } from "../../platform/random.ts";
import { seesChannel } from "../channels/index.ts";
import type { Kind } from "./shapes.ts";
import { chosen } from "./mail/choices-store.ts";
import { DEFAULTS } from "./mail/choices.ts";

/** What somebody is told. */
export interface NewNotification {
  user_id: string;
  kind: Kind;
  group_id: string;
  count: number;
  actor_id: string | null;
  subject_type: "rec" | "cnv" | "imp" | "exp" | "key";
  subject_id: string;
  type_id: string | null;
}

// Members who can sign in only. Unread news of one group grow; a task that is due again is still one task. What was mailed and grows while
// it is unread is not mailed again, except for what is new each time: that at most once an hour.
const ADD = statement(
  "notifications.add",
  `insert into notifications (company_id, id, user_id, kind, group_id, count, actor_id, subject_type, subject_id, type_id, at, mail_at)
   select $1, n.id, n.user_id, n.kind, n.group_id, n.count, n.actor_id, n.subject_type, n.subject_id, n.type_id, $3,
     case when u.email_verified_at is not null and ${chosen("$1", "n.user_id", "n.kind", "$5")} = 'now' then $4::timestamptz end
   from jsonb_to_recordset($2::jsonb) as n (id uuid, user_id uuid, kind text, group_id uuid, count int, actor_id uuid, subject_type text,
     subject_id uuid, type_id uuid)
   join users u on u.company_id = $1 and u.id = n.user_id and u.disabled_at is null
   order by n.user_id, n.kind, n.group_id
   on conflict (company_id, user_id, kind, group_id) do update set at = excluded.at, read_at = null, actor_id = excluded.actor_id,
     subject_type = excluded.subject_type, subject_id = excluded.subject_id, type_id = excluded.type_id,
     count = case when excluded.kind = 'due' or notifications.read_at is not null then excluded.count
       else notifications.count + excluded.count end,
     mail_at = case
       when excluded.mail_at is null then null
       when notifications.read_at is not null or notifications.mailed_at is null then least(notifications.mail_at, excluded.mail_at)
       when excluded.kind in ('reply', 'due') then greatest(excluded.mail_at, notifications.mailed_at + interval '1 hour')
       else notifications.mail_at end
   returning user_id, kind, mail_at`,
);
const CHOICES = JSON.stringify(DEFAULTS);

/** `mailAt`: when what goes by mail at once does; null: this service sends none. */
export const add = (tx: Tx, companyId: string, notifications: NewNotification[], now: Date, mailAt: Date | null) => {
  const rows = JSON.stringify(notifications.map((one) => ({ ...one, id: newId() })));
  return tx.query<{ user_id: string; kind: Kind; mail_at: Date | null }>(ADD, [companyId, rows, now, mailAt, CHOICES]);
};

const GROUPS = statement(
  "notifications.open_groups",
  `select n.user_id, n.actor_id, n.subject_type, n.type_id, n.group_id from notifications n
   where n.company_id = $1 and n.user_id = any($2::uuid[]) and n.kind = 'assignment' and n.read_at is null and n.at > $3 order by n.at`,
);

/** What these members were given lately and have not read: more from the same person joins it. */
export const openGroups = (tx: Tx, companyId: string, users: string[], since: Date) =>
  tx.query<Pick<NewNotification, "user_id" | "actor_id" | "subject_type" | "type_id" | "group_id">>(GROUPS, [companyId, users, since]);

const OWNED = statement(
  "notifications.owned_records",
  "select id, type_id, owner_id from records where company_id = $1 and id = any($2::uuid[]) and deleted_at is null and owner_id is not null",
);

export const ownedRecords = (tx: Tx, companyId: string, ids: string[]) =>
  tx.query<{ id: string; type_id: string; owner_id: string }>(OWNED, [companyId, ids]);

const KEYS = statement(
  "notifications.keys",
  "select id, user_id from api_keys where company_id = $1 and id = any($2::uuid[]) and deleted_at is null",
);

export const ownersOfKeys = (tx: Tx, companyId: string, ids: string[]) => tx.query<{ id: string; user_id: string }>(KEYS, [companyId, ids]);

// A note that was merged with its record is one of the record that stays. Who was told of it once is not told again.
const UNTOLD = statement(
  "notifications.untold_mentions",
  `select n.id as note_id, m.id as user_id, r.id as record_id, r.type_id from notes n
   cross join jsonb_to_recordset(n.mentions) as m (id uuid)
   join records w on w.company_id = $1 and w.id = n.record_id
   join records r on r.company_id = $1 and r.id = coalesce(w.part_of, w.id) and r.deleted_at is null
   where n.company_id = $1 and n.id = any($2::uuid[]) and n.deleted_at is null and not exists (
     select 1 from notifications t where t.company_id = $1 and t.user_id = m.id and t.kind = 'mention' and t.group_id = n.id)`,
);

/** Whom these notes mention, as they are now. */
export const newMentions = (tx: Tx, companyId: string, notes: string[]) =>
  tx.query<{ note_id: string; user_id: string; record_id: string; type_id: string }>(UNTOLD, [companyId, notes]);

const SEEN = statement(
  "notifications.seen_conversations",
  `select c.id, u.id as user_id, c.assignee_id = u.id as is_assignee from conversations c
   join channels ch on ch.company_id = $1 and ch.id = c.channel_id
   join users u on u.company_id = $1 and u.disabled_at is null and (u.id = any($3::uuid[]) or u.id = c.assignee_id)
   where c.company_id = $1 and c.id = any($2::uuid[]) and (c.is_shared or ${seesChannel("ch", "u.id")})`,
);

/** Which of these members, and of those who have these conversations, see them. */
export const seenConversations = (tx: Tx, companyId: string, conversations: string[], users: string[]) =>
  tx.query<{ id: string; user_id: string; is_assignee: boolean | null }>(SEEN, [companyId, conversations, users]);

export interface ShownRow {
  id: string;
  kind: Kind;
  count: number;
  at: Date;
  read_at: Date | null;
  subject_type: NewNotification["subject_type"];
  subject_id: string;
  actor: { id: string; name: string } | null;
  type_id: string | null;
  /** Of the file of an import or export. */
  type_key: string | null;
  name: string | null;
  state: string | null;
}

// What is gone, or is no longer to be seen by the member, is left out. Several records are more than the last of them.
export const VISIBLE = `from notifications n
   left join users a on a.company_id = $1 and a.id = n.actor_id
   left join records r on n.subject_type = 'rec' and r.company_id = $1 and r.id = n.subject_id and r.deleted_at is null
   left join conversations c on n.subject_type = 'cnv' and c.company_id = $1 and c.id = n.subject_id
   left join channels ch on ch.company_id = $1 and ch.id = c.channel_id
   left join records person on person.company_id = $1 and person.id = c.contact_id and person.deleted_at is null
   left join imports i on n.subject_type = 'imp' and i.company_id = $1 and i.id = n.subject_id
   left join exports e on n.subject_type = 'exp' and e.company_id = $1 and e.id = n.subject_id
   left join api_keys k on n.subject_type = 'key' and k.company_id = $1 and k.id = n.subject_id and k.deleted_at is null
   left join record_types t on t.company_id = $1 and t.id = coalesce(i.type_id, e.type_id)
   where n.company_id = $1 and n.user_id = $2
     and (n.kind <> 'mention' or n.subject_type <> 'rec' or exists (
       select 1 from notes noted where noted.company_id = $1 and noted.id = n.group_id and noted.deleted_at is null))
     and (r.id is not null or (n.subject_type = 'rec' and n.count > 1)
     or i.id is not null or e.id is not null or k.id is not null or (c.id is not null and (c.is_shared or ${seesChannel("ch", "$2")})))`;

export const SHOWN = `n.id, n.kind, n.count, n.at, n.read_at, n.subject_type, n.subject_id, n.type_id, t.key as type_key,
     case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as actor,
     coalesce(r.title, nullif(c.subject, ''), person.title, i.name, e.name, k.name) as name, coalesce(i.state, e.state) as state`;

const LIST = statement(
  "notifications.list",
  `select ${SHOWN} ${VISIBLE} and ($3::boolean is not true or n.read_at is null) and ($4::timestamptz is null or (n.at, n.id) < ($4, $5::uuid))
   order by n.at desc, n.id desc limit $6`,
);

export interface Place {
  at: string;
  id: string;
}

export const list = (tx: Tx, companyId: string, userId: string, isUnread: boolean, after: Place | undefined, rows: number) =>
  tx.query<ShownRow>(LIST, [companyId, userId, isUnread, after?.at ?? null, after?.id ?? null, rows]);

const COUNT = statement(
  "notifications.count",
  `select count(*)::int as unread from (select ${VISIBLE} and n.read_at is null order by n.at desc, n.id desc limit $3) as found`,
);

export async function countUnread(tx: Tx, companyId: string, userId: string, most: number): Promise<number> {
  const [row] = await tx.query<{ unread: number }>(COUNT, [companyId, userId, most]);
  return row?.unread ?? 0;
}

const MARK = statement(
  "notifications.mark",
  `with changed as (update notifications set read_at = $4, mail_at = case when $4::timestamptz is null then mail_at end
     where company_id = $1 and user_id = $2 and ($3::uuid[] is null or id = any($3)) and (read_at is null) = ($4::timestamptz is not null)
     returning 1)
   select count(*)::int as changed from changed`,
);

/** `readAt` null: unread again. */
export async function mark(tx: Tx, companyId: string, userId: string, ids: string[] | undefined, readAt: Date | null): Promise<number> {
  const [row] = await tx.query<{ changed: number }>(MARK, [companyId, userId, ids ?? null, readAt]);
  return row?.changed ?? 0;
}
