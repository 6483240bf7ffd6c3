import { statement, type Tx } from "../../../kernel/database.ts";
import { newId } from "../../../platform/random.ts";
import { SHOWN, VISIBLE, type ShownRow } from "../store.ts";
import { chosen } from "./choices-store.ts";
import { DEFAULTS } from "./choices.ts";

const CHOICES = JSON.stringify(DEFAULTS);

export interface MailRow {
  id: string;
  is_daily: boolean;
}

const OPEN = statement(
  "notifications.open_mail",
  `select id, day is not null as is_daily from notification_mails where company_id = $1 and user_id = $2 and ended_at is null
   order by made_at, id limit 1`,
);

/** A mail that was begun: by a worker that died or whose mail server was away, or the daily one. */
export const findOpenMail = async (tx: Tx, companyId: string, userId: string): Promise<MailRow | undefined> =>
  (await tx.query<MailRow>(OPEN, [companyId, userId]))[0];

// Locked in the order in which they are told, so that neither waits for the other.
const BEGIN = statement(
  "notifications.begin_mail",
  `with due as (
     select id from notifications where company_id = $1 and user_id = $2 and read_at is null and mail_at <= $4
     order by kind, group_id for update
   ), mail as (
     insert into notification_mails (company_id, id, user_id, made_at) select $1, $3, $2, $4 where exists (select from due) returning id
   ), put as (
     update notifications n set mail_id = mail.id, mailed_at = $4, mail_at = null from due, mail where n.company_id = $1 and n.id = due.id
   )
   select id, false as is_daily from mail`,
);

/** Puts what goes by mail now into one. */
export const beginMail = async (tx: Tx, companyId: string, userId: string, now: Date): Promise<MailRow | undefined> =>
  (await tx.query<MailRow>(BEGIN, [companyId, userId, newId(), now]))[0];

const LATER = statement(
  "notifications.next_mail",
  "select min(mail_at) as at from notifications where company_id = $1 and user_id = $2 and read_at is null and mail_at is not null",
);

/** When more of this member's goes by mail. */
export const nextMailAt = async (tx: Tx, companyId: string, userId: string): Promise<Date | null> =>
  (await tx.query<{ at: Date | null }>(LATER, [companyId, userId]))[0]?.at ?? null;

const ROWS = statement(
  "notifications.rows_of_mail",
  `select ${SHOWN}, count(*) over ()::int as total ${VISIBLE} and n.mail_id = $3 and n.read_at is null
     and ${chosen("$1", "$2", "n.kind", "$4")} <> 'off' order by n.at desc, n.id desc limit $5`,
);

/** What is in a mail: of what it was made for, what is unread, still to be seen, and was not turned off meanwhile. */
export const rowsOfMail = (tx: Tx, companyId: string, userId: string, mailId: string, most: number) =>
  tx.query<ShownRow & { total: number }>(ROWS, [companyId, userId, mailId, CHOICES, most]);

const END = statement(
  "notifications.end_mail",
  "update notification_mails set ended_at = $3, result = $4 where company_id = $1 and id = $2 and ended_at is null",
);

export const endMail = (tx: Tx, companyId: string, id: string, now: Date, result: "sent" | "nothing") =>
  tx.query(END, [companyId, id, now, result]);
