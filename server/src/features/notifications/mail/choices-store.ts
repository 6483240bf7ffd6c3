import { statement, type Tx } from "../../../kernel/database.ts";
import type { Choices, Kind, Time } from "../shapes.ts";

/** What a member chose for a kind, or the default. SQL: `users` is the row of the member, `defaults` the parameter with DEFAULTS. */
export const chosen = (companyId: string, userId: string, kind: string, defaults: string) =>
  `coalesce((select choice.by_mail from notification_choices choice
     where choice.company_id = ${companyId} and choice.user_id = ${userId} and choice.kind = ${kind}), ${defaults}::jsonb ->> ${kind})`;

const FIND = statement("notifications.choices", "select kind, by_mail from notification_choices where company_id = $1 and user_id = $2");

export async function findChoices(tx: Tx, companyId: string, userId: string): Promise<Partial<Record<Kind, Time>>> {
  const rows = await tx.query<{ kind: Kind; by_mail: Time }>(FIND, [companyId, userId]);
  return Object.fromEntries(rows.map(({ kind, by_mail: time }) => [kind, time]));
}

const SAVE = statement(
  "notifications.choose",
  `insert into notification_choices (company_id, user_id, kind, by_mail, updated_at)
   select $1, $2, c.key, c.value, $4 from jsonb_each_text($3::jsonb) as c order by c.key
   on conflict (company_id, user_id, kind) do update set by_mail = excluded.by_mail, updated_at = excluded.updated_at`,
);

export const saveChoices = (tx: Tx, companyId: string, userId: string, choices: Choices, now: Date) =>
  tx.query(SAVE, [companyId, userId, JSON.stringify(choices), now]);

interface RecipientRow {
  email: string;
  is_verified: boolean;
  is_disabled: boolean;
  company: string;
}

const RECIPIENT = statement(
  "notifications.recipient",
  `select u.email, u.email_verified_at is not null as is_verified, u.disabled_at is not null as is_disabled, c.name as company
   from users u join companies c on c.id = u.company_id where u.company_id = $1 and u.id = $2`,
);

export const findRecipient = async (tx: Tx, companyId: string, userId: string): Promise<RecipientRow | undefined> =>
  (await tx.query<RecipientRow>(RECIPIENT, [companyId, userId]))[0];
