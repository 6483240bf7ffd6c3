import { statement, type Tx } from "../../../kernel/database.ts";

const FIND = statement("inbox.auto_reply", "select text, updated_at from auto_replies where company_id = $1 and channel_id = $2");
export const find = async (tx: Tx, companyId: string, channelId: string) =>
  (await tx.query<{ text: string; updated_at: Date }>(FIND, [companyId, channelId]))[0];

export const save = (tx: Tx, companyId: string, channelId: string, text: string, by: string, now: Date) =>
  tx.query(
    `insert into auto_replies (company_id, channel_id, text, updated_by, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (company_id, channel_id) do update set text = excluded.text, updated_by = excluded.updated_by, updated_at = excluded.updated_at`,
    [companyId, channelId, text, by, now],
  );

export const remove = (tx: Tx, companyId: string, channelId: string) =>
  tx.query("delete from auto_replies where company_id = $1 and channel_id = $2", [companyId, channelId]);

const PER_DAY = 5;
const COUNT = statement(
  "inbox.count_auto_reply",
  `insert into auto_reply_counts (company_id, address, day, n)
   select $1, $2, $3::date, count(*) + 1 from auto_reply_counts where company_id = $1 and address = $2 and day = $3::date having count(*) < ${PER_DAY}
   on conflict do nothing returning n`,
);
/** False: this address had its five today. */
export const takeTurn = async (tx: Tx, companyId: string, address: string, now: Date): Promise<boolean> =>
  (await tx.query(COUNT, [companyId, address, now.toISOString().slice(0, 10)])).length > 0;
