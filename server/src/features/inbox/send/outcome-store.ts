import { statement, type Tx } from "../../../kernel/database.ts";
import type { ChannelKind, Mailbox } from "./addresses.ts";
import type { OutState } from "./states.ts";

/** A message of ours with its conversation, for whoever says what became of it. */
export interface SettledRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  channel_kind: ChannelKind;
  is_shared: boolean;
  state: OutState;
  recipients: { to?: Mailbox[]; cc?: Mailbox[] };
  lease_by: string | null;
  tries: number | null;
  first_try_at: Date | null;
}

const SELECT = `select m.id, m.conversation_id, m.channel_id, ch.kind as channel_kind, c.is_shared, m.state, m.recipients, s.lease_by, s.tries, s.first_try_at
  from messages m
  join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
  join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
  left join message_sendings s on s.company_id = m.company_id and s.message_id = m.id
  where m.company_id = $1 and m.direction = 'out'`;

const LOCK_CONVERSATIONS = statement(
  "inbox.lock_conversations_of",
  `select from conversations where company_id = $1
     and id in (select conversation_id from messages where company_id = $1 and id = any($2::uuid[])) order by id for no key update`,
);
const LOCK_SENDINGS = statement(
  "inbox.lock_sendings",
  "select from message_sendings where company_id = $1 and message_id = any($2::uuid[]) order by message_id for update",
);
const LOCK = statement("inbox.lock_settled", `${SELECT} and m.id = any($2::uuid[]) order by m.id for update of m`);

/** Conversations, then sendings, then messages: whoever locks several of them does it in this order. */
export async function lockSettled(tx: Tx, companyId: string, ids: string[]): Promise<SettledRow[]> {
  if (ids.length === 0) return [];
  await tx.query(LOCK_CONVERSATIONS, [companyId, ids]);
  await tx.query(LOCK_SENDINGS, [companyId, ids]);
  return tx.query<SettledRow>(LOCK, [companyId, ids]);
}

export interface Settled {
  id: string;
  state: OutState;
  error: string | null;
  nextAt: Date | null;
  externalId: string | null;
}

const SETTLE = statement(
  "inbox.settle",
  `with settled as (
     update message_sendings set next_at = $4, lease_by = null, taken_at = null where company_id = $1 and message_id = $2
   )
   update messages set state = $3, send_at = $4, error = $5, external_id = coalesce($6, external_id) where company_id = $1 and id = $2`,
);
export const settle = (tx: Tx, companyId: string, { id, state, error, nextAt, externalId }: Settled) =>
  tx.query(SETTLE, [companyId, id, state, nextAt, error, externalId]);

// A template says what was approved, with the values: colleagues read that, whatever the writer gave as its text.
const SAID = statement(
  "inbox.set_said",
  `with said as (update messages set text = $3, html = null where company_id = $1 and id = $2)
   update conversations set preview = left(regexp_replace($3, '\\s+', ' ', 'g'), 200) where company_id = $1 and last_message_id = $2`,
);
export const setSaid = (tx: Tx, companyId: string, messageId: string, text: string) => tx.query(SAID, [companyId, messageId, text]);

// Somebody has to do something about it: it is among what is to be answered again, unless they wrote meanwhile.
const AWAITS_US = statement(
  "inbox.awaits_us",
  `update conversations c set waits_for = 'us', version = c.version + 1, state = case when c.state = 'closed' then 'open' else c.state end
   from messages m where m.company_id = $1 and m.id = $2 and m.kind = 'mail' and c.company_id = $1 and c.id = m.conversation_id and c.waits_for = 'them'`,
);
export const awaitUs = (tx: Tx, companyId: string, messageId: string) => tx.query(AWAITS_US, [companyId, messageId]);

// It is known now that it left: nobody has to do anything about it, unless something newer came.
const AWAITS_THEM = statement(
  "inbox.awaits_them",
  `update conversations set waits_for = 'them', due_at = null, version = version + 1
   where company_id = $1 and last_message_id = $2 and waits_for = 'us'`,
);
export const awaitThem = (tx: Tx, companyId: string, messageId: string) => tx.query(AWAITS_THEM, [companyId, messageId]);

const SENT = statement(
  "inbox.channel_sent",
  `update channels set last_sent_at = $3
   where company_id = $1 and id = $2 and (last_sent_at is null or last_sent_at < $3::timestamptz - interval '1 minute')`,
);
/** To the minute, so that a channel that sends much is not written to for every message. */
export const noteChannelSent = (tx: Tx, companyId: string, channelId: string, now: Date) => tx.query(SENT, [companyId, channelId, now]);

const BY_ENVELOPE = statement(
  "inbox.out_by_envelope",
  "select id from messages where company_id = $1 and envelope_id = $2 and direction = 'out'",
);
const BY_RFC = statement(
  "inbox.out_by_rfc",
  "select id from messages where company_id = $1 and channel_id = $2 and rfc_id = $3 and direction = 'out' and rfc_id is not null",
);
const BY_EXTERNAL = statement(
  "inbox.out_by_external",
  "select id from messages where company_id = $1 and channel_id = $2 and external_id = $3 and direction = 'out' and external_id is not null",
);
type Found = { id: string };

export const findByEnvelope = async (tx: Tx, companyId: string, envelopeId: string) =>
  (await tx.query<Found>(BY_ENVELOPE, [companyId, envelopeId]))[0]?.id;
export const findByRfcId = async (tx: Tx, companyId: string, channelId: string, rfcId: string) =>
  (await tx.query<Found>(BY_RFC, [companyId, channelId, rfcId]))[0]?.id;
export const findByExternalId = async (tx: Tx, companyId: string, channelId: string, externalId: string) =>
  (await tx.query<Found>(BY_EXTERNAL, [companyId, channelId, externalId]))[0]?.id;
