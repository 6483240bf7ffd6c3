import type { Member } from "../../kernel/actor.ts";
import { statement, type Tx } from "../../kernel/database.ts";
import type { ACCESSES, CHANNEL_KINDS } from "./shapes.ts";

// Who sees a channel, sees its conversations; to everybody else they do not exist. This is the only place that says who.

/** What of a channel decides who sees it. */
export interface Guarded {
  access: (typeof ACCESSES)[number];
  owner_id: string | null;
  member_ids: string[];
}

type Who = Pick<Member, "userId">;

/** As SQL: `channel` is the alias of a row of channels, `user` a parameter with the member's id. */
export const seesChannel = (channel: string, user: string) => `(${channel}.access = 'everyone'
  or (${channel}.access = 'private' and ${channel}.owner_id = ${user}::uuid)
  or (${channel}.access = 'chosen' and exists (select from channel_members seen_by where seen_by.company_id = ${channel}.company_id
    and seen_by.channel_id = ${channel}.id and seen_by.user_id = ${user}::uuid)))`;

/** The same of a row that was read. */
export const isSeenBy = ({ access, owner_id, member_ids }: Guarded, { userId }: Who): boolean =>
  access === "everyone" || (access === "private" ? owner_id === userId : member_ids.includes(userId));

/** An Admin answers for every shared channel, and a member for their own mailbox. An Admin changes nothing in a private one. */
export const mayChange = ({ access, owner_id }: Pick<Guarded, "access" | "owner_id">, { userId, role }: Pick<Member, "userId" | "role">) =>
  access === "private" ? owner_id === userId : role === "admin";

/** Stopping reveals nothing, so an Admin may stop a private channel too. */
export const mayStop = (row: Pick<Guarded, "access" | "owner_id">, who: Pick<Member, "userId" | "role">) =>
  who.role === "admin" || mayChange(row, who);

export interface SeenChannel {
  id: string;
  kind: (typeof CHANNEL_KINDS)[number];
  name: string;
  access: Guarded["access"];
  /** Its conversations stay, and nothing more comes or leaves. */
  is_deleted: boolean;
  /** The company has no channel that they do not see. */
  is_of_all: boolean;
}

const SEEN = statement(
  "channels.seen_by",
  `select c.id, c.kind, c.name, c.access, c.deleted_at is not null as is_deleted,
     not exists (select from channels o where o.company_id = $1 and not ${seesChannel("o", "$2")}) as is_of_all
   from channels c where c.company_id = $1 and ${seesChannel("c", "$2")} order by c.id`,
);

/** The channels whose conversations this member sees, with those that were deleted. */
export const channelsSeenBy = (tx: Tx, companyId: string, { userId }: Who) => tx.query<SeenChannel>(SEEN, [companyId, userId]);
