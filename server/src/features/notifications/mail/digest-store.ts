import { statement, type Tx } from "../../../kernel/database.ts";
import { chosen } from "./choices-store.ts";
import { DEFAULTS } from "./choices.ts";

const CHOICES = JSON.stringify(DEFAULTS);
/** The daily mails leave at this time of the company's day. */
const MORNING = "time '07:00'";
const OLDEST = "interval '7 days'";

// The next morning after a moment, by the clock on the wall: a day may have 23 or 25 hours.
const nextMorning = (zone: string, now: string) =>
  `(select min(morning) from (
     select ((${now}::timestamptz at time zone ${zone})::date + days + ${MORNING}) at time zone ${zone} as morning from generate_series(0, 2) as days
   ) as mornings where morning > ${now}::timestamptz)`;

const AWAIT = statement(
  "notifications.await_digest",
  `insert into notification_digests (company_id, since, next_at)
   select c.id, $2, ${nextMorning("c.time_zone", "$2")} from companies c where c.id = $1
   on conflict (company_id, id) do nothing`,
);

/** A company that was told something has daily mails from then on. */
export const awaitDigest = (tx: Tx, companyId: string, now: Date) => tx.query(AWAIT, [companyId, now]);

const LOCK = statement(
  "notifications.lock_digest",
  "select since from notification_digests where company_id = $1 and next_at <= $2 for update skip locked",
);

/** Since when news are in daily mails; undefined: none are due, or somebody else makes them. */
export const lockDigest = async (tx: Tx, companyId: string, now: Date): Promise<Date | undefined> =>
  (await tx.query<{ since: Date }>(LOCK, [companyId, now]))[0]?.since;

const MAKE = statement(
  "notifications.make_digests",
  `with today as (select ($2::timestamptz at time zone c.time_zone)::date as day from companies c where c.id = $1),
   news as (
     select n.id, n.user_id from notifications n
     join users u on u.company_id = $1 and u.id = n.user_id and u.disabled_at is null and u.email_verified_at is not null
     where n.company_id = $1 and n.read_at is null and n.at >= greatest($3::timestamptz, $2::timestamptz - ${OLDEST})
       and (n.mailed_at is null or n.mailed_at < n.at) and ${chosen("$1", "n.user_id", "n.kind", "$4")} = 'daily'
       and not exists (select from notification_mails m, today where m.company_id = $1 and m.user_id = n.user_id and m.day = today.day)
     order by n.user_id, n.kind, n.group_id for update of n
   ), people as (select distinct user_id from news order by user_id limit $5),
   mails as (
     insert into notification_mails (company_id, id, user_id, day, made_at)
     select $1, gen_random_uuid(), people.user_id, today.day, $2 from people, today
     on conflict (company_id, user_id, day) do nothing returning id, user_id
   ), put as (
     update notifications n set mail_id = mails.id, mailed_at = $2 from news join mails on mails.user_id = news.user_id
     where n.company_id = $1 and n.id = news.id
   )
   select user_id from mails order by user_id`,
);

/** Makes the mails of today for some members who have none yet and something unread. A day has at most one for each of them. */
export const makeDigests = async (tx: Tx, companyId: string, now: Date, since: Date, most: number): Promise<string[]> =>
  (await tx.query<{ user_id: string }>(MAKE, [companyId, now, since, CHOICES, most])).map((row) => row.user_id);

const NEXT = statement(
  "notifications.next_digest",
  `update notification_digests d set next_at = ${nextMorning("c.time_zone", "$2")} from companies c where d.company_id = $1 and c.id = $1`,
);

export const awaitNextDigest = (tx: Tx, companyId: string, now: Date) => tx.query(NEXT, [companyId, now]);
