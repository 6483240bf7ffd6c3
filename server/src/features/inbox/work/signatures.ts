import type { Tx } from "../../../kernel/database.ts";
import { newId } from "../../../platform/random.ts";

interface SignatureRow {
  channel: string | null;
  text: string;
}

export const list = (tx: Tx, companyId: string, userId: string) =>
  tx.query<SignatureRow>(
    "select channel_id as channel, text from signatures where company_id = $1 and user_id = $2 order by channel_id nulls first",
    [companyId, userId],
  );

/** Empty: there is none any more. */
export async function save(tx: Tx, companyId: string, userId: string, { channel, text }: SignatureRow, now: Date): Promise<void> {
  if (text === "")
    await tx.query("delete from signatures where company_id = $1 and user_id = $2 and channel_id is not distinct from $3", [
      companyId,
      userId,
      channel,
    ]);
  else
    await tx.query(
      `insert into signatures (company_id, id, user_id, channel_id, text, updated_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (company_id, user_id, channel_id) do update set text = excluded.text, updated_at = excluded.updated_at`,
      [companyId, newId(), userId, channel, text, now],
    );
}
