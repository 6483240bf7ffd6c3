import type { Call } from "../../kernel/call.ts";
import type { Announcement } from "../../kernel/event.ts";
import type { memberUpdated } from "../members/events.ts";
import { channelUpdated } from "./events.ts";
import * as store from "./store.ts";

/** Nobody reads the mailbox of a member who can no longer sign in, so it is no longer fetched. Its owner turns it on again. */
export async function pauseOfDisabled(call: Call, announcements: Announcement<(typeof memberUpdated)["data"]>[]): Promise<void> {
  const disabled = announcements.filter(({ changes }) => changes?.["disabled"]?.[1] === true).map(({ subjectId }) => subjectId);
  if (disabled.length === 0 || call.actor.kind === "anonymous") return;
  const { companyId } = call.actor;
  const rows = await store.lockOwnedBy(call.tx, companyId, disabled);
  if (rows.length === 0) return;
  await store.setPaused(
    call.tx,
    companyId,
    rows.map(({ id }) => id),
    true,
    call.clock.now(),
  );
  await call.emitAll(
    channelUpdated,
    rows.map(({ id, name }) => ({ subjectId: id, data: { name } })),
  );
}
