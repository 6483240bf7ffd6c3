import { statement, type Tx } from "../../../kernel/database.ts";
import type { ConversationRow } from "./known-store.ts";
import { lockKey } from "../../../platform/postgres/lock-spaces.ts";

const FIELDS = `id uuid, subject text, preview text, state text, waits_for text, due_at timestamptz, snoozed_until timestamptz,
  contact_id uuid, last_at timestamptz, last_message_id uuid, message_count int`;

// Their last message is not there yet: it is set with the others below.
const INSERT = statement(
  "inbox.insert_conversations",
  `insert into conversations (company_id, channel_id, id, subject, preview, state, waits_for, contact_id, last_at, message_count, created_at)
   select $1, $2, c.id, c.subject, c.preview, c.state, c.waits_for, c.contact_id, c.last_at, c.message_count, $4
   from jsonb_to_recordset($3::jsonb) as c (${FIELDS})`,
);
export async function insertConversations(tx: Tx, companyId: string, channelId: string, rows: ConversationRow[], now: Date): Promise<void> {
  if (rows.length > 0) await tx.query(INSERT, [companyId, channelId, JSON.stringify(rows), now]);
}

const UPDATE = statement(
  "inbox.update_taken",
  `update conversations o set subject = c.subject, preview = c.preview, state = c.state, waits_for = c.waits_for, due_at = c.due_at,
     snoozed_until = c.snoozed_until, contact_id = c.contact_id, last_at = c.last_at, last_message_id = c.last_message_id,
     message_count = c.message_count, version = o.version + 1
   from jsonb_to_recordset($2::jsonb) as c (${FIELDS}) where o.company_id = $1 and o.id = c.id`,
);
export async function updateConversations(tx: Tx, companyId: string, rows: ConversationRow[]): Promise<void> {
  if (rows.length > 0) await tx.query(UPDATE, [companyId, JSON.stringify(rows)]);
}

export interface NewMessage {
  id: string;
  conversation_id: string;
  direction: "in" | "out";
  state: "received" | "sent";
  kind: "mail" | "automatic" | "bounce";
  contact_id: string | null;
  sender: { name: string; address: string } | null;
  recipients: unknown;
  subject: string;
  text: string;
  html: string | null;
  quote_at: number | null;
  at: Date;
  key: string;
  rfc_id: string | null;
  external_id: string | null;
  authentication: string;
  item_id: string;
  is_newcomer: boolean;
  file_count: number;
}

const MESSAGES = statement(
  "inbox.insert_taken",
  `insert into messages (company_id, channel_id, id, conversation_id, direction, state, kind, contact_id, sender, recipients, subject, text,
     html, quote_at, at, message_key, rfc_id, external_id, authentication, item_id, is_newcomer, file_count)
   select $1, $2, m.id, m.conversation_id, m.direction, m.state, m.kind, m.contact_id, m.sender, m.recipients, m.subject, m.text,
     m.html, m.quote_at, m.at, decode(m.key, 'hex'), m.rfc_id, m.external_id, m.authentication, m.item_id, m.is_newcomer, m.file_count
   from jsonb_to_recordset($3::jsonb) as m (id uuid, conversation_id uuid, direction text, state text, kind text, contact_id uuid,
     sender jsonb, recipients jsonb, subject text, text text, html text, quote_at int, at timestamptz, key text, rfc_id text,
     external_id text, authentication text, item_id uuid, is_newcomer boolean, file_count int)`,
);
export async function insertMessages(tx: Tx, companyId: string, channelId: string, rows: NewMessage[]): Promise<void> {
  if (rows.length > 0) await tx.query(MESSAGES, [companyId, channelId, JSON.stringify(rows)]);
}

export interface NewId {
  rfc_id: string;
  message_id: string;
  conversation_id: string;
}

const IDS = statement(
  "inbox.insert_ids",
  `insert into message_ids (company_id, channel_id, rfc_id, message_id, conversation_id)
   select $1, $2, i.rfc_id, i.message_id, i.conversation_id
   from jsonb_to_recordset($3::jsonb) as i (rfc_id text, message_id uuid, conversation_id uuid)
   on conflict do nothing`,
);
export async function insertIds(tx: Tx, companyId: string, channelId: string, rows: NewId[]): Promise<void> {
  if (rows.length > 0) await tx.query(IDS, [companyId, channelId, JSON.stringify(rows)]);
}

const LOCK_CHANNEL = statement(
  "inbox.lock_channel",
  `select pg_advisory_xact_lock(${lockKey("channel that is written to", "$1::text || $2::text")})`,
);

/** One batch of a channel at a time: a reply finds the conversation that its question made. */
export const lockChannel = (tx: Tx, companyId: string, channelId: string) => tx.query(LOCK_CHANNEL, [companyId, channelId]);
