import { statement, type Tx } from "../../kernel/database.ts";
import type { CONVERSATION_STATES } from "./shapes.ts";

export type ConversationState = (typeof CONVERSATION_STATES)[number];

export interface ConversationRow {
  id: string;
  channel_id: string;
  subject: string;
  preview: string;
  state: ConversationState;
  assignee_id: string | null;
  contact_id: string | null;
  tags: string[];
  is_shared: boolean;
  waits_for: "us" | "them";
  due_at: Date | null;
  /** The due time that was announced as passed. */
  overdue_at: Date | null;
  snoozed_until: Date | null;
  last_at: Date;
  last_message_id: string | null;
  version: number;
  message_count: number;
  merged_into: string | null;
  created_at: Date;
}

const COLUMNS = `c.id, c.channel_id, c.subject, c.preview, c.state, c.assignee_id, c.contact_id, c.tags, c.is_shared, c.waits_for, c.due_at,
  c.overdue_at, c.snoozed_until, c.last_at, c.last_message_id, c.version, c.message_count, c.merged_into, c.created_at`;

const FIND = statement("inbox.find", `select ${COLUMNS} from conversations c where c.company_id = $1 and c.id = $2`);
const LOCK = statement(
  "inbox.lock",
  `select ${COLUMNS} from conversations c where c.company_id = $1 and c.id = any($2::uuid[]) order by c.id for no key update`,
);

export async function find(tx: Tx, companyId: string, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.query<ConversationRow>(FIND, [companyId, id]);
  return row;
}

export const lock = (tx: Tx, companyId: string, ids: string[]) => tx.query<ConversationRow>(LOCK, [companyId, ids]);

export interface ShownRow extends ConversationRow {
  channel: { id: string; kind: string; name: string };
  assignee: { id: string; name: string } | null;
  contact: { id: string; type: string; title: string } | null;
  organization: { id: string; type: string; title: string } | null;
  first: { direction: "in" | "out" | "note"; sender: Address | null; recipients: { to?: Address[] } } | null;
  has_files: boolean;
  is_unread: boolean;
}

export interface Address {
  name: string;
  address: string;
}

const SHOW = statement(
  "inbox.show",
  `select ${COLUMNS}, json_build_object('id', ch.id, 'kind', ch.kind, 'name', ch.name) as channel,
     case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as assignee,
     case when r.id is not null then json_build_object('id', r.id, 'type', t.key, 'title', r.title) end as contact,
     (select json_build_object('id', o.id, 'type', works.key, 'title', o.title)
       from fields f join record_types works on works.company_id = $1 and works.id = f.related_type_id and works.key = 'organization'
       join record_links l on l.company_id = $1 and l.field_id = f.id and l.from_id = r.id
       join records o on o.company_id = $1 and o.id = l.to_id and o.deleted_at is null
       where f.company_id = $1 and f.type_id = r.type_id and f.key = 'organization' and f.retired_at is null
       order by o.id limit 1) as organization,
     (select json_build_object('direction', m.direction, 'sender', m.sender, 'recipients', m.recipients) from messages m
       where m.company_id = $1 and m.conversation_id = c.id and m.direction <> 'note' order by m.at, m.id limit 1) as first,
     exists (select from messages m where m.company_id = $1 and m.conversation_id = c.id and m.file_count > 0) as has_files,
     c.last_message_id is not null and seen.seen_message_id is distinct from c.last_message_id as is_unread
   from unnest($2::uuid[]) with ordinality as wanted (id, place)
   join conversations c on c.company_id = $1 and c.id = wanted.id
   join channels ch on ch.company_id = $1 and ch.id = c.channel_id
   left join users u on u.company_id = $1 and u.id = c.assignee_id
   left join records r on r.company_id = $1 and r.id = c.contact_id
   left join record_types t on t.company_id = $1 and t.id = r.type_id
   left join conversation_reads seen on seen.company_id = $1 and seen.user_id = $3 and seen.conversation_id = c.id
   order by wanted.place`,
);

/** Conversations as a member sees them, in the given order. */
export const show = (tx: Tx, companyId: string, ids: string[], userId: string) => tx.query<ShownRow>(SHOW, [companyId, ids, userId]);

export interface Change {
  id: string;
  state: ConversationState;
  assignee_id: string | null;
  snoozed_until: Date | null;
  tags: string[];
  is_shared: boolean;
  contact_id: string | null;
}

const UPDATE = statement(
  "inbox.update",
  `update conversations c set state = n.state, assignee_id = n.assignee_id, snoozed_until = n.snoozed_until,
     tags = array(select jsonb_array_elements_text(n.tags)), is_shared = n.is_shared, contact_id = n.contact_id, version = c.version + 1
   from jsonb_to_recordset($2::jsonb) as n (id uuid, state text, assignee_id uuid, snoozed_until timestamptz, tags jsonb, is_shared boolean, contact_id uuid)
   where c.company_id = $1 and c.id = n.id`,
);

export const update = (tx: Tx, companyId: string, changes: Change[]) => tx.query(UPDATE, [companyId, JSON.stringify(changes)]);

const MARK_READ = statement(
  "inbox.mark_read",
  `insert into conversation_reads (company_id, user_id, conversation_id, seen_message_id, at) values ($1, $2, $3, $4, $5)
   on conflict (company_id, user_id, conversation_id) do update set seen_message_id = excluded.seen_message_id, at = excluded.at`,
);

export const markRead = (tx: Tx, companyId: string, userId: string, conversation: string, message: string | null, now: Date) =>
  tx.query(MARK_READ, [companyId, userId, conversation, message, now]);

const DUE = statement(
  "inbox.due_again",
  `select ${COLUMNS} from conversations c where c.company_id = $1 and c.state = 'snoozed' and c.snoozed_until <= $2
   order by c.id limit $3 for no key update skip locked`,
);

/** Snoozed conversations whose time has come, locked. */
export const lockDue = (tx: Tx, companyId: string, now: Date, most: number) => tx.query<ConversationRow>(DUE, [companyId, now, most]);

const ASSIGNED_TO = statement(
  "inbox.assigned_to",
  `select ${COLUMNS} from conversations c
   where c.company_id = $1 and c.assignee_id = $2 and c.state in ('open', 'snoozed') and c.merged_into is null
   order by c.id limit $3 for no key update`,
);

/** What a member has to answer, locked. */
export const lockAssignedTo = (tx: Tx, companyId: string, userId: string, most: number) =>
  tx.query<ConversationRow>(ASSIGNED_TO, [companyId, userId, most]);

const OF_DISABLED = statement(
  "inbox.of_disabled",
  `select ${COLUMNS} from conversations c join users u on u.company_id = c.company_id and u.id = c.assignee_id and u.disabled_at is not null
   where c.company_id = $1 and c.id = any($2::uuid[]) order by c.id for no key update of c`,
);

/** Those of these whose assignee is disabled, locked. */
export const lockOfDisabled = (tx: Tx, companyId: string, ids: string[]) => tx.query<ConversationRow>(OF_DISABLED, [companyId, ids]);

const RECORDS = statement(
  "inbox.records",
  `select r.id, t.key as type, r.title from conversation_records l join records r on r.company_id = l.company_id and r.id = l.record_id
   join record_types t on t.company_id = r.company_id and t.id = r.type_id
   where l.company_id = $1 and l.conversation_id = $2 and r.deleted_at is null order by r.id`,
);

export const recordsOf = (tx: Tx, companyId: string, id: string) =>
  tx.query<{ id: string; type: string; title: string }>(RECORDS, [companyId, id]);

export async function setRecords(tx: Tx, companyId: string, id: string, records: string[]): Promise<void> {
  await tx.query("delete from conversation_records where company_id = $1 and conversation_id = $2 and record_id <> all($3::uuid[])", [
    companyId,
    id,
    records,
  ]);
  await tx.query(
    `insert into conversation_records (company_id, conversation_id, record_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    [companyId, id, records],
  );
}
