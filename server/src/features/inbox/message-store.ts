import { statement, type Tx } from "../../kernel/database.ts";
import { placeFor, placeIn } from "./query/place.ts";
import type { Address } from "./conversation-store.ts";

export interface MessageRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  direction: "in" | "out" | "note";
  state: "received" | "draft" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "unknown" | "cancelled";
  kind: "mail" | "automatic" | "bounce";
  sender: Address | null;
  recipients: { to?: Address[]; cc?: Address[] };
  subject: string;
  text: string;
  html: string | null;
  quote_at: number | null;
  mentions: string[];
  at: Date;
  /** The same with all digits that PostgreSQL has. */
  exact_at: string;
  send_at: Date | null;
  error: string | null;
  authentication: "pass" | "fail" | "unknown";
  is_newcomer: boolean;
  author: { id: string; name: string } | null;
  key: { id: string; name: string } | null;
}

const SELECT = `select m.id, m.conversation_id, m.channel_id, m.direction, m.state, m.kind, m.sender, m.recipients, m.subject, m.text, m.html, m.quote_at,
    m.mentions, m.at, m.at::text as exact_at, m.send_at, m.error, m.authentication, m.is_newcomer,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author,
    case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as key
  from messages m
  left join users u on u.company_id = $1 and u.id = m.user_id
  left join api_keys k on k.company_id = $1 and k.id = m.key_id`;

/** The messages of one conversation that a member sees: a conversation may hold some of a channel that they do not. */
const OF_CONVERSATION = statement(
  "inbox.messages",
  `${SELECT} where m.company_id = $1 and m.conversation_id = $2 and (m.channel_id = any($3::uuid[]) or $4)
     and ($5::timestamptz is null or (m.at, m.id) < ($5, $6::uuid))
   order by m.at desc, m.id desc limit $7`,
);

/** The place of a message in the order of time. */
export const placeOf = ({ id, exact_at }: Pick<MessageRow, "id" | "exact_at">) => placeFor(id, exact_at);

function bound(before: string | undefined): [at: string | null, id: string | null] {
  if (before === undefined) return [null, null];
  const [id, at] = placeIn(before);
  return [at, id];
}

interface Wanted {
  conversation: string;
  channels: string[];
  isShared: boolean;
}

export const listOf = (
  tx: Tx,
  companyId: string,
  { conversation, channels, isShared }: Wanted,
  before: string | undefined,
  limit: number,
) => tx.query<MessageRow>(OF_CONVERSATION, [companyId, conversation, channels, isShared, ...bound(before), limit]);

const OF_RECORD = statement(
  "inbox.messages_of_record",
  `with found as (
     select m.id, m.at from conversations c join messages m on m.company_id = $1 and m.conversation_id = c.id
     where c.company_id = $1 and c.contact_id = any($2::uuid[]) and (m.channel_id = any($3::uuid[]) or c.is_shared)
       and m.state not in ('draft', 'cancelled') and ($4::timestamptz is null or (m.at, m.id) < ($4, $5::uuid))
     union
     select m.id, m.at from conversation_records l join conversations c on c.company_id = $1 and c.id = l.conversation_id
     join messages m on m.company_id = $1 and m.conversation_id = c.id
     where l.company_id = $1 and l.record_id = any($2::uuid[]) and (m.channel_id = any($3::uuid[]) or c.is_shared)
       and m.state not in ('draft', 'cancelled') and ($4::timestamptz is null or (m.at, m.id) < ($4, $5::uuid))
     order by at desc, id desc limit $6
   ) ${SELECT} join found on found.id = m.id where m.company_id = $1 order by m.at desc, m.id desc`,
);

/** Messages with a contact, and of conversations about a record. */
export const listOfRecord = (tx: Tx, companyId: string, records: string[], channels: string[], before: string | undefined, limit: number) =>
  tx.query<MessageRow>(OF_RECORD, [companyId, records, channels, ...bound(before), limit]);

export async function find(tx: Tx, companyId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(`${SELECT} where m.company_id = $1 and m.id = $2`, [companyId, id]);
  return row;
}

interface NewNote {
  id: string;
  conversationId: string;
  channelId: string;
  userId: string;
  keyId: string | null;
  text: string;
  mentions: string[];
  at: Date;
}

const ADD_NOTE = statement(
  "inbox.add_note",
  `insert into messages (company_id, id, conversation_id, channel_id, direction, state, user_id, key_id, text, mentions, at)
   values ($1, $2, $3, $4, 'note', 'sent', $5, $6, $7, $8, $9)`,
);

export async function addNote(tx: Tx, companyId: string, note: NewNote): Promise<void> {
  await tx.query(ADD_NOTE, [
    companyId,
    note.id,
    note.conversationId,
    note.channelId,
    note.userId,
    note.keyId,
    note.text,
    note.mentions,
    note.at,
  ]);
  await tx.query("update conversations set message_count = message_count + 1, version = version + 1 where company_id = $1 and id = $2", [
    companyId,
    note.conversationId,
  ]);
}
