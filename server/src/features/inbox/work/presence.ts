import type { Tx } from "../../../kernel/database.ts";

/** Longer than twice the time after which a page says again that it is open. */
export const PRESENT_MS = 30_000;

export interface Attending {
  id: string;
  name: string;
  doing: "reading" | "writing";
}

export async function attend(
  tx: Tx,
  companyId: string,
  conversationId: string,
  userId: string,
  doing: Attending["doing"] | "gone",
  until: Date,
): Promise<void> {
  if (doing === "gone")
    await tx.query("delete from presence where company_id = $1 and conversation_id = $2 and user_id = $3", [
      companyId,
      conversationId,
      userId,
    ]);
  else
    await tx.query(
      `insert into presence (company_id, conversation_id, user_id, doing, until) values ($1, $2, $3, $4, $5)
       on conflict (company_id, conversation_id, user_id) do update set doing = excluded.doing, until = excluded.until`,
      [companyId, conversationId, userId, doing, until],
    );
}

/** Who else has the conversation open, those who write first. */
export const others = (tx: Tx, companyId: string, conversationId: string, userId: string, now: Date) =>
  tx.query<Attending>(
    `select u.id, u.name, p.doing from presence p join users u on u.company_id = p.company_id and u.id = p.user_id
     where p.company_id = $1 and p.conversation_id = $2 and p.user_id <> $3 and p.until > $4 and u.disabled_at is null
     order by p.doing desc, u.name, u.id limit 20`,
    [companyId, conversationId, userId, now],
  );
