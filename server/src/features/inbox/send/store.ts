import { statement, type Tx } from "../../../kernel/database.ts";
import { namedStatement } from "../../../platform/postgres/named-statement.ts";
import { seesChannel } from "../../channels/index.ts";
import type { ChannelKind, Mailbox } from "./addresses.ts";
import type { OutState } from "./states.ts";

/** A channel that somebody writes through. */
export interface WayOut {
  id: string;
  kind: ChannelKind;
  name: string;
  address: string | null;
  state: string;
  remedy: string | null;
  sender_name: string | null;
  is_deleted: boolean;
}

const WAY_OUT = statement(
  "inbox.way_out",
  `select c.id, c.kind, c.name, c.address, c.state, c.remedy, c.settings #>> '{email,sender_name}' as sender_name,
     c.deleted_at is not null as is_deleted
   from channels c where c.company_id = $1 and c.id = $2 and ${seesChannel("c", "$3")}`,
);

/** The channel, if this member sees it. */
export async function findWayOut(tx: Tx, companyId: string, id: string, userId: string): Promise<WayOut | undefined> {
  return (await tx.query<WayOut>(WAY_OUT, [companyId, id, userId]))[0];
}

export interface ConversationRow {
  id: string;
  channel_id: string;
  subject: string;
  preview: string;
  state: string;
  is_shared: boolean;
  waits_for: string;
  due_at: Date | null;
  snoozed_until: Date | null;
  last_at: Date;
  last_message_id: string | null;
}

// Whoever writes into a conversation holds this lock first, so what is newest stays so until they are done.
const LOCK_CONVERSATION = statement(
  "inbox.lock_to_write",
  `select id, channel_id, subject, preview, state, is_shared, waits_for, due_at, snoozed_until, last_at, last_message_id
   from conversations where company_id = $1 and id = $2 and merged_into is null for no key update`,
);
export async function lockConversation(tx: Tx, companyId: string, id: string): Promise<ConversationRow | undefined> {
  return (await tx.query<ConversationRow>(LOCK_CONVERSATION, [companyId, id]))[0];
}

export interface OutRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  state: OutState;
  user_id: string | null;
  sender: Mailbox | null;
  recipients: { to?: Mailbox[]; cc?: Mailbox[] };
  subject: string;
  text: string;
  html: string | null;
  rfc_id: string | null;
  envelope_id: string | null;
  error: string | null;
  file_count: number;
}

const COLUMNS =
  "id, conversation_id, channel_id, state, user_id, sender, recipients, subject, text, html, rfc_id, envelope_id, error, file_count";
const FIND_OUT = statement("inbox.find_out", `select ${COLUMNS} from messages where company_id = $1 and id = $2 and direction = 'out'`);
const LOCK_OUT = statement("inbox.lock_out", `${FIND_OUT.text} for update`);

export async function findOut(tx: Tx, companyId: string, id: string): Promise<OutRow | undefined> {
  return (await tx.query<OutRow>(FIND_OUT, [companyId, id]))[0];
}
/** After its conversation, never before. */
export async function lockOut(tx: Tx, companyId: string, id: string): Promise<OutRow | undefined> {
  return (await tx.query<OutRow>(LOCK_OUT, [companyId, id]))[0];
}

export interface NewConversation {
  id: string;
  channelId: string;
  subject: string;
  contactId: string | null;
  now: Date;
}

// Nothing is in it yet: it waits for them, and has no place among what is to be answered.
const BEGIN = statement(
  "inbox.begin_conversation",
  `insert into conversations (company_id, id, channel_id, subject, contact_id, waits_for, last_at, created_at) values ($1, $2, $3, $4, $5, 'them', $6, $6)`,
);
export const beginConversation = (tx: Tx, companyId: string, { id, channelId, subject, contactId, now }: NewConversation) =>
  tx.query(BEGIN, [companyId, id, channelId, subject, contactId, now]);

export interface NewMessage {
  id: string;
  conversationId: string;
  channelId: string;
  userId: string | null;
  keyId: string | null;
  kind: "mail" | "automatic";
  sender: Mailbox;
  recipients: { to: Mailbox[]; cc: Mailbox[] };
  subject: string;
  text: string;
  html: string | null;
  at: Date;
}

const INSERT = namedStatement(
  "inbox.insert_out",
  ["company", "id", "conversationId", "channelId", "kind", "userId", "keyId", "sender", "recipients", "subject", "text", "html", "at"],
  `insert into messages (company_id, id, conversation_id, channel_id, direction, state, kind, user_id, key_id, sender, recipients, subject, text, html, at)
   values (:company, :id, :conversationId, :channelId, 'out', 'draft', :kind, :userId, :keyId, :sender, :recipients, :subject, :text, :html, :at)`,
);
export const insertDraft = (tx: Tx, companyId: string, row: NewMessage) => {
  const given = { ...row, company: companyId, sender: JSON.stringify(row.sender), recipients: JSON.stringify(row.recipients) };
  return tx.query(INSERT.statement, INSERT.values(given));
};

export type DraftChange = Pick<NewMessage, "recipients" | "subject" | "text" | "html">;

export const updateDraft = (tx: Tx, companyId: string, id: string, { recipients, subject, text, html }: DraftChange) =>
  tx.query("update messages set recipients = $3, subject = $4, text = $5, html = $6 where company_id = $1 and id = $2", [
    companyId,
    id,
    JSON.stringify(recipients),
    subject,
    text,
    html,
  ]);

export const setFileCount = (tx: Tx, companyId: string, id: string, count: number) =>
  tx.query("update messages set file_count = $3 where company_id = $1 and id = $2", [companyId, id, count]);

export const removeDraft = (tx: Tx, companyId: string, id: string) =>
  tx.query("delete from messages where company_id = $1 and id = $2 and state = 'draft'", [companyId, id]);

/** A conversation in which nothing but a draft ever was. */
export const removeIfEmpty = (tx: Tx, companyId: string, id: string) =>
  tx.query(
    `delete from conversations c where c.company_id = $1 and c.id = $2
     and not exists (select from messages m where m.company_id = c.company_id and m.conversation_id = c.id)`,
    [companyId, id],
  );

interface LastAsked {
  purpose: "personal" | "outreach" | "automatic";
  headers: { template?: { name: string; language: string; values: string[] } };
}

/** For what it was sent the last time. A draft was never sent. */
export async function lastAsked(tx: Tx, companyId: string, id: string): Promise<LastAsked> {
  const [row] = await tx.query<LastAsked>("select purpose, headers from message_sendings where company_id = $1 and message_id = $2", [
    companyId,
    id,
  ]);
  return row ?? { purpose: "personal", headers: {} };
}
