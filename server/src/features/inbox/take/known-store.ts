import { statement, type Tx } from "../../../kernel/database.ts";
import { comparable } from "../../../platform/mime/thread.ts";

/** A message of the channel that a mail names, or that has the same key. */
export interface KnownId {
  rfc_id: string;
  conversation_id: string;
  /** It is a message that was written here, with an id that nobody can guess. */
  is_ours: boolean;
}

const IDS = statement(
  "inbox.known_ids",
  `select distinct on (i.rfc_id) i.rfc_id, coalesce(c.merged_into, c.id) as conversation_id,
     m.direction = 'out' and m.rfc_id = i.rfc_id and m.envelope_id is not null as is_ours
   from message_ids i join messages m on m.company_id = i.company_id and m.id = i.message_id
   join conversations c on c.company_id = i.company_id and c.id = i.conversation_id
   where i.company_id = $1 and i.channel_id = $2 and i.rfc_id = any($3::text[])
   order by i.rfc_id, (m.rfc_id = i.rfc_id) desc nulls last, i.message_id`,
);
export const knownIds = (tx: Tx, companyId: string, channelId: string, ids: string[]) =>
  tx.query<KnownId>(IDS, [companyId, channelId, ids]);

export interface KnownMessage {
  id: string;
  key: string | null;
  rfc_id: string | null;
  state: string;
  conversation_id: string;
}

const SAME = statement(
  "inbox.same_messages",
  `select m.id, encode(m.message_key, 'hex') as key, m.rfc_id, m.state, m.conversation_id from messages m
   where m.company_id = $1 and m.channel_id = $2 and m.message_key = any($3::bytea[])
   union
   select m.id, null, m.rfc_id, m.state, m.conversation_id from messages m
   where m.company_id = $1 and m.channel_id = $2 and m.direction = 'out' and m.rfc_id = any($4::text[])
   union
   select m.id, null, m.rfc_id, m.state, m.conversation_id from messages m
   where m.company_id = $1 and m.channel_id = $2 and m.direction = 'out' and m.id = any($5::uuid[])`,
);

/** Messages that are here already: with the same key, or sent from here. */
export const sameMessages = (tx: Tx, companyId: string, channelId: string, keys: string[], sentIds: string[], ours: string[]) =>
  tx.query<KnownMessage>(SAME, [companyId, channelId, keys.map((key) => Buffer.from(key, "hex")), sentIds, ours]);

const SPAM = statement(
  "inbox.spam_among",
  `select m.id, m.conversation_id from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
   where m.company_id = $1 and m.id = any($2::uuid[]) and m.direction = 'in' and c.state = 'spam' and c.last_at > $3 order by m.at, m.id`,
);

/** Those of these messages that came in and are spam, and not older than this. */
export const spamAmong = (tx: Tx, companyId: string, messages: string[], since: Date) =>
  tx.query<{ id: string; conversation_id: string }>(SPAM, [companyId, messages, since]);

export interface ConversationRow {
  id: string;
  subject: string;
  preview: string;
  state: "open" | "snoozed" | "closed" | "spam";
  waits_for: "us" | "them";
  due_at: Date | null;
  snoozed_until: Date | null;
  contact_id: string | null;
  is_shared: boolean;
  last_at: Date;
  last_message_id: string | null;
  message_count: number;
  /** The newest message was written here, and not in another mail program. */
  is_last_ours: boolean;
}

// Always in this order, as everybody locks conversations.
const LOCK = statement(
  "inbox.lock_for_taking",
  `select c.id, c.subject, c.preview, c.state, c.waits_for, c.due_at, c.snoozed_until, c.contact_id, c.is_shared, c.last_at, c.last_message_id,
     c.message_count, exists (select from messages m where m.company_id = $1 and m.id = c.last_message_id and m.direction = 'out'
       and m.user_id is not null) as is_last_ours
   from conversations c where c.company_id = $1 and c.id = any($2::uuid[]) order by c.id for no key update of c`,
);
export const lockConversations = (tx: Tx, companyId: string, ids: string[]) => tx.query<ConversationRow>(LOCK, [companyId, ids]);

const MAX_LOOKED_AT = 50;
const PEOPLE = statement(
  "inbox.people_in",
  `select c.id as conversation_id, p.address from unnest($2::uuid[]) as c (id)
   cross join lateral (
     select distinct lower(a.address) as address from (
       select m.sender, m.recipients from messages m where m.company_id = $1 and m.conversation_id = c.id and m.direction <> 'note'
       order by m.at desc, m.id desc limit ${MAX_LOOKED_AT}
     ) as m cross join lateral (
       select m.sender ->> 'address' as address
       union all select one ->> 'address' from jsonb_path_query(m.recipients, '$.*[*]') as one
     ) as a where a.address is not null
   ) as p`,
);

/** Who takes part in conversations: addresses as they are compared. */
export async function peopleIn(tx: Tx, companyId: string, ids: string[]): Promise<Map<string, Set<string>>> {
  const rows = await tx.query<{ conversation_id: string; address: string }>(PEOPLE, [companyId, ids]);
  const people = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { conversation_id: id, address } of rows) people.get(id)?.add(comparable(address));
  return people;
}
