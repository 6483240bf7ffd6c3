import { statement, type Tx } from "../../../kernel/database.ts";
import type { ConversationRow } from "./store.ts";

export type Purpose = "personal" | "outreach" | "automatic";

/** What is fixed when a message is queued, so that every try sends the same. */
export interface OutHeaders {
  inReplyTo?: string;
  references?: string[];
  /** The address of the page to unsubscribe. */
  unsubscribe?: string;
  template?: { name: string; language: string; values: string[] };
}

type ConversationBefore = Pick<ConversationRow, "id" | "state" | "waits_for" | "due_at" | "last_at" | "last_message_id" | "preview">;

/** How it was before it was queued, for undo: the conversation, and what had become of a message that is sent again. */
type Before = { conversation: ConversationBefore; message?: { state: string; error: string | null } };

export interface Queued {
  messageId: string;
  channelId: string;
  purpose: Purpose;
  isPolled: boolean;
  nextAt: Date;
  headers: OutHeaders;
  before: Before | null;
  rfcId: string | null;
  envelopeId: string | null;
  now: Date;
}

const QUEUE = statement(
  "inbox.queue",
  `insert into message_sendings (company_id, message_id, channel_id, purpose, is_polled, next_at, headers, before) values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (company_id, message_id) do update set next_at = excluded.next_at, lease_by = null, taken_at = null, tries = 0, first_try_at = null,
     is_polled = excluded.is_polled, headers = excluded.headers, before = excluded.before`,
);
const MARK = statement(
  "inbox.mark_queued",
  `update messages set state = 'queued', at = $3, send_at = $4, rfc_id = $5, envelope_id = $6, error = null where company_id = $1 and id = $2`,
);
export async function queueMessage(tx: Tx, companyId: string, row: Queued): Promise<void> {
  const { messageId, nextAt } = row;
  await tx.query(MARK, [companyId, messageId, row.now, nextAt, row.rfcId, row.envelopeId]);
  const values = [row.channelId, row.purpose, row.isPolled, nextAt, JSON.stringify(row.headers), JSON.stringify(row.before)];
  await tx.query(QUEUE, [companyId, messageId, ...values]);
}

const COUNT = statement(
  "inbox.count_waiting",
  `select count(*)::int as count from (
     select from message_sendings where company_id = $1 and channel_id = $2 and next_at is not null limit $3
   ) as waiting`,
);
export async function countWaiting(tx: Tx, companyId: string, channelId: string, atMost: number): Promise<number> {
  return (await tx.query<{ count: number }>(COUNT, [companyId, channelId, atMost]))[0]?.count ?? 0;
}

// A conversation that was closed is open again; one that is snoozed stays so until its time or an answer.
const WRITTEN = statement(
  "inbox.note_written",
  `update conversations set last_message_id = $3, last_at = $4, preview = $5, waits_for = 'them', due_at = null,
     state = case when state = 'closed' then 'open' else state end, message_count = message_count + $6, version = version + 1
   where company_id = $1 and id = $2`,
);
interface Written {
  conversationId: string;
  messageId: string;
  preview: string;
  /** One that is sent again is in the conversation already. */
  isNew: boolean;
  now: Date;
}
export const noteWritten = (tx: Tx, companyId: string, { conversationId, messageId, preview, isNew, now }: Written) =>
  tx.query(WRITTEN, [companyId, conversationId, messageId, now, preview, isNew ? 1 : 0]);

// An automatic answer is no answer: they still wait for one.
const COUNTED = statement(
  "inbox.note_automatic",
  "update conversations set message_count = message_count + 1, version = version + 1 where company_id = $1 and id = $2",
);
export const noteAutomatic = (tx: Tx, companyId: string, conversationId: string) => tx.query(COUNTED, [companyId, conversationId]);

interface Sending {
  before: Partial<StoredBefore> | null;
  next_at: Date | null;
}

const LOCK_SENDING = statement(
  "inbox.lock_sending",
  "select before, next_at from message_sendings where company_id = $1 and message_id = $2 for update",
);
/** A worker that is taking it has it locked: this waits until it is written down that it is being sent. */
export async function lockSending(tx: Tx, companyId: string, messageId: string): Promise<Sending | undefined> {
  return (await tx.query<Sending>(LOCK_SENDING, [companyId, messageId]))[0];
}

/** As it comes out of jsonb, where times are texts. */
interface StoredBefore {
  conversation: { id: string };
  message: { state: string; error: string | null };
}

const CANCEL = statement(
  "inbox.cancel",
  `with gone as (delete from message_sendings where company_id = $1 and message_id = $2)
   update messages set state = $3, error = $4, send_at = null where company_id = $1 and id = $2`,
);
/** What was sent before and failed, or may have left, is so again. */
export const cancelSending = (tx: Tx, companyId: string, messageId: string, { state, error }: StoredBefore["message"]) =>
  tx.query(CANCEL, [companyId, messageId, state, error]);

const RESTORE = statement(
  "inbox.restore_conversation",
  `update conversations c set message_count = greatest(c.message_count - $5, 0), version = c.version + 1,
     last_message_id = case when c.last_message_id = $3 then b.last_message_id else c.last_message_id end,
     last_at = case when c.last_message_id = $3 then b.last_at else c.last_at end,
     preview = case when c.last_message_id = $3 then b.preview else c.preview end,
     waits_for = case when c.last_message_id = $3 then b.waits_for else c.waits_for end,
     due_at = case when c.last_message_id = $3 then b.due_at else c.due_at end,
     state = case when c.last_message_id = $3 and c.state = 'open' and b.state = 'closed' then 'closed' else c.state end
   from jsonb_to_record($4::jsonb) as b (last_message_id uuid, last_at timestamptz, preview text, waits_for text, due_at timestamptz, state text)
   where c.company_id = $1 and c.id = $2`,
);
/** As it was before the message, unless something happened in it since. */
export const restoreConversation = (tx: Tx, companyId: string, id: string, messageId: string, before: object, isNew: boolean) =>
  tx.query(RESTORE, [companyId, id, messageId, JSON.stringify(before), isNew ? 1 : 0]);
