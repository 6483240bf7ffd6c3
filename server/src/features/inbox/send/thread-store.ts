import { statement, type Tx } from "../../../kernel/database.ts";
import type { Mailbox } from "./addresses.ts";

const MAX_REFERENCES = 20;

/** The last message in or out of a conversation: who is answered. */
export interface LastLetter {
  direction: "in" | "out";
  sender: Mailbox | null;
  recipients: { to?: Mailbox[]; cc?: Mailbox[]; reply_to?: Mailbox[] };
}

// Somebody else's last message before our own: an answer goes to them. Not to a newcomer: whoever knows an id and a subject can write
// into a conversation, and would get the answer. Nor to somebody who wrote through a channel of another kind, before a merge: an email
// does not reach a phone number.
const LAST = statement(
  "inbox.last_letter",
  `select m.direction, m.sender, m.recipients from messages m
   where m.company_id = $1 and m.conversation_id = $2 and m.direction in ('in', 'out') and m.state not in ('draft', 'cancelled')
     and m.kind = 'mail' and not m.is_newcomer and exists (
       select from conversations c join channels own on own.company_id = $1 and own.id = c.channel_id
       join channels theirs on theirs.company_id = $1 and theirs.id = m.channel_id and theirs.kind = own.kind
       where c.company_id = $1 and c.id = $2)
   order by m.direction, m.at desc, m.id desc limit 1`,
);
export async function lastLetter(tx: Tx, companyId: string, conversationId: string): Promise<LastLetter | undefined> {
  return (await tx.query<LastLetter>(LAST, [companyId, conversationId]))[0];
}

const REFERENCES = statement(
  "inbox.references",
  `select rfc_id from messages
   where company_id = $1 and conversation_id = $2 and id <> $3 and rfc_id is not null and direction in ('in', 'out') and state not in ('draft', 'cancelled')
   order by at desc, id desc limit ${MAX_REFERENCES}`,
);

/** The ids of a conversation's messages, the oldest first, as an answer names them. */
export async function referencesOf(tx: Tx, companyId: string, conversationId: string, without: string): Promise<string[]> {
  const rows = await tx.query<{ rfc_id: string }>(REFERENCES, [companyId, conversationId, without]);
  return rows.map((row) => row.rfc_id).toReversed();
}

const LAST_RECEIVED = statement(
  "inbox.last_received",
  `select at, sender ->> 'address' as address from messages
   where company_id = $1 and conversation_id = $2 and channel_id = $3 and direction = 'in' order by at desc, id desc limit 1`,
);
interface Received {
  at: Date;
  address: string | null;
}
/** The last message from outside that came through a channel. */
export async function lastReceived(tx: Tx, companyId: string, conversationId: string, channelId: string): Promise<Received | undefined> {
  return (await tx.query<Received>(LAST_RECEIVED, [companyId, conversationId, channelId]))[0];
}

/** Who wrote a message, and when: for whoever was overtaken by it. */
export interface Newest {
  id: string;
  direction: "in" | "out" | "note";
  user_id: string | null;
  name: string | null;
  at: Date;
}

const NEWEST = statement(
  "inbox.newest",
  `select m.id, m.direction, m.user_id, coalesce(u.name, nullif(m.sender ->> 'name', ''), m.sender ->> 'address') as name, m.at
   from messages m left join users u on u.company_id = m.company_id and u.id = m.user_id where m.company_id = $1 and m.id = $2`,
);
export async function findNewest(tx: Tx, companyId: string, id: string): Promise<Newest | undefined> {
  return (await tx.query<Newest>(NEWEST, [companyId, id]))[0];
}

const IS_IN = statement("inbox.is_in", "select from messages where company_id = $1 and conversation_id = $2 and id = $3");
export const isIn = async (tx: Tx, companyId: string, conversationId: string, id: string) =>
  (await tx.query(IS_IN, [companyId, conversationId, id])).length > 0;

export const addRfcId = (tx: Tx, companyId: string, channelId: string, rfcId: string, messageId: string, conversationId: string) =>
  tx.query(
    `insert into message_ids (company_id, channel_id, rfc_id, message_id, conversation_id) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [companyId, channelId, rfcId, messageId, conversationId],
  );
