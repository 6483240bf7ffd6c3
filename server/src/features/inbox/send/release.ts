import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import type { Announcement } from "../../../kernel/event.ts";
import type { channelRecovered } from "../../channels/events.ts";

// A message that somebody is settling or cancelling at this moment is passed over: they lock it before the channel.
const RELEASE = statement(
  "inbox.release",
  `with released as (
     update message_sendings s set next_at = $3 from (
       select message_id from message_sendings
       where company_id = $1 and channel_id = any($2::uuid[]) and tries > 0 and next_at > $3 and not is_polled
       order by message_id for update skip locked
     ) as waiting where s.company_id = $1 and s.message_id = waiting.message_id returning s.message_id
   )
   update messages m set send_at = $3 from released where m.company_id = $1 and m.id = released.message_id`,
);

/** A channel works again: what was tried in vain leaves now. What was never tried has its own time. */
export async function releaseWaiting(call: Call, announcements: Announcement<(typeof channelRecovered)["data"]>[]): Promise<void> {
  if (call.actor.kind === "anonymous") return;
  const channels = announcements.map(({ subjectId }) => subjectId);
  await call.tx.query(RELEASE, [call.actor.companyId, channels, call.clock.now()]);
}
