import { statement, type Tx } from "../../../kernel/database.ts";
import type { ChannelKind, Mailbox } from "./addresses.ts";
import type { OutHeaders, Purpose } from "./queue-store.ts";
import { RESTORED_AT } from "./stranded.ts";
import { companiesWith } from "../../../platform/due-work/companies-with.ts";
import { deadHolders, isDead } from "../../../platform/due-work/dead-holders.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";

/** At once to one channel, where nothing else is known about it. */
export const USUAL_ROOM = 4;

/** Companies with something to send. */
export const findDue = companiesWith({
  name: "inbox.due_companies",
  table: "message_sendings",
  waits: "w.next_at is not null and not w.is_polled",
  due: ["w.next_at <= $1"],
});

const LOST = statement(
  "inbox.lost_sendings",
  `with ${deadHolders("message_sendings")}
   select company_id as id from message_sendings where lease_by in (select lease_by from dead)
   union select company_id from message_sendings where taken_at < $2`,
);

/** Companies with something that a worker was sending when it died, or that a program took and never reported. */
export const findLost = async (owner: OwnerConnection, silentSince: Date): Promise<string[]> =>
  (await owner.query<{ id: string }>(LOST, [owner.leaseName, silentSince])).map((row) => row.id);

const FIND_LOST = statement(
  "inbox.find_lost",
  `select s.message_id as id from message_sendings s
   where s.company_id = $1 and (s.taken_at < $3
     or (s.lease_by is not null and s.lease_by <> $2 and ${isDead("s.lease_by")}))
   order by s.message_id limit 100`,
);

/** The same in one company. The name of a dead worker stays locked until this is over, so only one worker looks after what it left. */
export const lostIn = async (tx: Tx, companyId: string, me: string, silentSince: Date): Promise<string[]> =>
  (await tx.query<{ id: string }>(FIND_LOST, [companyId, me, silentSince])).map((row) => row.id);

const LET_GO = statement(
  "inbox.let_go",
  `update message_sendings s set lease_by = null, taken_at = null from messages m
   where s.company_id = $1 and s.message_id = any($2::uuid[]) and m.company_id = $1 and m.id = s.message_id and m.state <> 'sending'
     and (s.lease_by is not null or s.taken_at is not null)`,
);
export async function letGo(tx: Tx, companyId: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.query(LET_GO, [companyId, ids]);
}

/** What a worker needs to send one message. */
export interface ClaimedRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  channel_kind: ChannelKind;
  purpose: Purpose;
  headers: OutHeaders;
  tries: number;
  sender: Mailbox;
  recipients: { to?: Mailbox[]; cc?: Mailbox[] };
  subject: string;
  text: string;
  html: string | null;
  at: Date;
  rfc_id: string | null;
  envelope_id: string | null;
}

// Of each channel as many as it has room for. What somebody is cancelling at this moment is passed over.
// While a mailbox cannot send, nothing of it is taken: a worker tries its sign-in. Whether a provider's limit is over only a message can
// tell: one is taken at a time. So is what has waited for too long: its writer has to know.
const CLAIM = statement(
  "inbox.claim",
  `with due as (
     select s.message_id, c.id as channel_id, c.kind as channel_kind from channels c
     cross join lateral (
       select s.message_id from message_sendings s
       where s.company_id = $1 and s.channel_id = c.id and s.next_at <= $3 and s.next_at > ${RESTORED_AT} and not s.is_polled
         and (c.sending_cause is null or (c.sending_cause = 'quota' and c.sending_next_try_at <= $3)
           or least(s.first_try_at, s.next_at) < $3::timestamptz - interval '2 days')
       order by s.next_at, s.message_id
       limit least(coalesce(($5::jsonb ->> c.id::text)::int, $6), case when c.sending_cause is null then 1000 else 1 end)
       for update skip locked
     ) as s
     where c.company_id = $1 and c.deleted_at is null and c.state in ('ok', 'failing') limit $4
   ), probed as (
     update channels c set sending_next_try_at = $3::timestamptz + interval '1 minute' from due
     where c.company_id = $1 and c.id = due.channel_id and c.sending_cause is not null
   ), claimed as (
     update message_sendings s set next_at = null, lease_by = $2, tries = s.tries + 1, first_try_at = coalesce(s.first_try_at, $3)
     from due where s.company_id = $1 and s.message_id = due.message_id
     returning s.message_id, s.purpose, s.headers, s.tries, due.channel_kind
   )
   update messages m set state = 'sending' from claimed s where m.company_id = $1 and m.id = s.message_id
   returning m.id, m.conversation_id, m.channel_id, s.channel_kind, s.purpose, s.headers, s.tries, m.sender, m.recipients, m.subject, m.text, m.html, m.at,
     m.rfc_id, m.envelope_id`,
);

export interface Claim {
  lease: string;
  most: number;
  /** How many may be sent to a channel now, where it is not the usual number. */
  room: Record<string, number>;
  now: Date;
}

/** Takes messages that are due: from now on they count as being sent. */
export const claimDue = (tx: Tx, companyId: string, { lease, most, room, now }: Claim) =>
  tx.query<ClaimedRow>(CLAIM, [companyId, lease, now, most, JSON.stringify(room), USUAL_ROOM]);

// The programs of an API channel take what is due; one message goes to one of them.
const TAKE = statement(
  "inbox.take_outbound",
  `with due as (
     select message_id from message_sendings where company_id = $1 and channel_id = $2 and next_at <= $3 and next_at > ${RESTORED_AT} and is_polled
     order by next_at, message_id limit $4 for update skip locked
   ), taken as (
     update message_sendings s set next_at = null, taken_at = $3, tries = s.tries + 1, first_try_at = coalesce(s.first_try_at, $3)
     from due where s.company_id = $1 and s.message_id = due.message_id returning s.message_id
   )
   update messages m set state = 'sending' from taken t where m.company_id = $1 and m.id = t.message_id
   returning m.id, m.conversation_id, m.recipients, m.subject, m.text, m.html, m.at`,
);
export type TakenRow = Pick<ClaimedRow, "id" | "conversation_id" | "recipients" | "subject" | "text" | "html" | "at">;
export const takePolled = (tx: Tx, companyId: string, channelId: string, now: Date, most: number) =>
  tx.query<TakenRow>(TAKE, [companyId, channelId, now, most]);
