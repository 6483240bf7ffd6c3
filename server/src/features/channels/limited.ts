import type { Member } from "../../kernel/actor.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import { channelsSeenBy, seesChannel } from "./access.ts";
import { channelId } from "./shapes.ts";

// Events with a `channel` in their data are limited to those who see it. Whatever shows events asks here. The ids are as in the log: `chn_…`.

const SEERS = statement(
  "channels.seers",
  `select c.id, array(select u.id from users u where u.company_id = c.company_id and u.disabled_at is null and ${seesChannel("c", "u.id")}) as members
   from channels c where c.company_id = $1 and c.id = any($2::uuid[])`,
);

/** The members who see each of these channels. */
export async function membersSeeing(tx: Tx, companyId: string, ids: string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; members: string[] }>(SEERS, [companyId, ids.map((id) => channelId.decode(id))]);
  return new Map(rows.map(({ id, members }) => [channelId.encode(id), members]));
}

const OPEN = statement("channels.open", "select id from channels where company_id = $1 and access = 'everyone'");

/** The channels that every member sees. */
export const openChannels = async (tx: Tx, companyId: string) =>
  (await tx.query<{ id: string }>(OPEN, [companyId])).map(({ id }) => channelId.encode(id));

/** The channels whose events this member sees. */
export const channelsInLog = async (tx: Tx, companyId: string, who: Pick<Member, "userId">) =>
  (await channelsSeenBy(tx, companyId, who)).map(({ id }) => channelId.encode(id));

/** A condition on a row of events: it is about no channel, or about one of these, or shared. `channels` is a parameter with their ids. */
export const isOfChannels = (event: string, channels: string) =>
  `(${event}.data ->> 'channel' is null or ${event}.data ->> 'is_shared' = 'true' or ${event}.data ->> 'channel' = any(${channels}::text[]))`;
