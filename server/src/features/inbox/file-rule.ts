import type { Member } from "../../kernel/actor.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { channelsSeenBy } from "../channels/index.ts";
import { messageId } from "./ids.ts";

const SEEN = statement(
  "inbox.messages_seen",
  `select m.id from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
   where m.company_id = $1 and m.id = any($2::uuid[]) and (m.channel_id = any($3::uuid[]) or c.is_shared)`,
);

/** Of these messages, as ids are shown, those that the member sees: they may have their files. */
export async function messagesSeen(tx: Tx, member: Member, shown: string[]): Promise<ReadonlySet<string>> {
  const channels = (await channelsSeenBy(tx, member.companyId, member)).map(({ id }) => id);
  const ids = shown.map((one) => messageId.decode(one));
  const rows = await tx.query<{ id: string }>(SEEN, [member.companyId, ids, channels]);
  return new Set(rows.map(({ id }) => messageId.encode(id)));
}
