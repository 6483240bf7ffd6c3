import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import type { Announcement } from "../../../kernel/event.ts";
import { findMember } from "../../members/index.ts";
import type { memberUpdated } from "../../members/events.ts";
import * as store from "../conversation-store.ts";
import type { conversationOpened } from "../events.ts";
import { unassign } from "../jobs.ts";
import { changeConversations } from "./update.ts";

const MOST = 100;

/** Nobody looks at what a member has who can no longer sign in. There may be many, so a job takes them away. */
export async function unassignAfterDisabling(call: Call, announcements: Announcement<(typeof memberUpdated)["data"]>[]): Promise<void> {
  if (call.actor.kind === "anonymous") return;
  for (const { subjectId: member, changes } of announcements)
    if (changes?.["disabled"]?.[1] === true) await call.enqueue(unassign, { company: call.actor.companyId, member });
}

/** Open and snoozed ones of a member are nobody's, unless the member was enabled again meanwhile. */
export async function unassignPart(call: Call<System>, member: string): Promise<void> {
  const { tx, actor } = call;
  if (!(await findMember(tx, actor.companyId, member))?.disabled_at) return;
  const rows = await store.lockAssignedTo(tx, actor.companyId, member, MOST);
  await changeConversations(call, rows, { assignee: null });
  if (rows.length === MOST) await call.enqueue(unassign, { company: actor.companyId, member });
}

/** What was closed stays with whoever closed it. When it is open again, somebody else has to answer. */
export async function unassignOpened(call: Call, opened: Announcement<(typeof conversationOpened)["data"]>[]): Promise<void> {
  const { tx, actor } = call;
  if (actor.kind === "anonymous") return;
  const ids = opened.map(({ subjectId }) => subjectId);
  await changeConversations({ ...call, actor }, await store.lockOfDisabled(tx, actor.companyId, ids), { assignee: null });
}
