import type { Call } from "../../kernel/call.ts";
import { statement } from "../../kernel/database.ts";
import type { Announcement } from "../../kernel/event.ts";
import { noteActivity } from "../records/index.ts";
import type { messageSent } from "./events.ts";

// Only of conversations that everybody sees: of a hidden one, not even the time is told. The same as in records/activity.ts.
const CONTACTED = statement(
  "inbox.contacted",
  `select case m.direction when 'in' then coalesce(m.contact_id, c.contact_id) else c.contact_id end as id, least(max(m.at), $4::timestamptz) as at
   from messages m
   join conversations c on c.company_id = m.company_id and c.id = m.conversation_id and c.state <> 'spam'
   join channels ch on ch.company_id = m.company_id and ch.id = m.channel_id
   where m.company_id = $1 and (m.id = any($2::uuid[]) or m.conversation_id = any($3::uuid[])) and m.kind = 'mail'
     and (m.direction = 'in' or (m.direction = 'out' and m.state in ('sent', 'delivered', 'read'))) and (c.is_shared or ch.access = 'everyone')
   group by 1`,
);

/** Mail to or from a contact is contact with them, and activity. */
export async function noteContact({ tx, actor, clock }: Call, about: { messages?: string[]; conversations?: string[] }): Promise<void> {
  const { messages = [], conversations = [] } = about;
  if (actor.kind === "anonymous" || messages.length + conversations.length === 0) return;
  const found = await tx.query<{ id: string | null; at: Date }>(CONTACTED, [actor.companyId, messages, conversations, clock.now()]);
  await noteActivity(
    tx,
    actor.companyId,
    found.flatMap(({ id, at }) => (id ? { id, at } : [])),
  );
}

export const noteSent = (call: Call, sent: Announcement<typeof messageSent.data>[]) =>
  noteContact(call, { messages: sent.map(({ subjectId }) => subjectId) });
