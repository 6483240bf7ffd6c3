import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { showId } from "../../kernel/ids.ts";
import type { Cursors } from "../../kernel/page.ts";
import { eventsAfter } from "../events/index.ts";

const LIST = "records.changes";

interface Wanted {
  after?: string | undefined;
  type?: string | undefined;
  limit: number;
}

/**
 * The change feed: every event of a record, in the order in which transactions became visible. Only what nothing older can still
 * come before is given out, so a reader who keeps the position misses nothing.
 */
export async function readChanges({ actor, tx }: Call<Member>, cursors: Cursors, { after, type, limit }: Wanted) {
  const start = after ? cursors.open(actor.companyId, LIST, after) : "0 00000000-0000-0000-0000-000000000000";
  const [transaction = "0", id = ""] = start.split(" ");
  const events = await eventsAfter(tx, actor.companyId, "rec", type, { transaction, id }, limit + 1);
  const shown = events.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map((event) => {
      const { name, type: typeKey } = event.data as { name: string; type: string };
      return {
        id: showId("evt", event.id),
        at: event.at,
        kind: event.type,
        record: { id: event.subject_id, type: typeKey, title: name },
        actor: event.actor_user,
        key: event.actor_key,
        operation_id: event.operation_id,
        changes: event.changes,
      };
    }),
    position: cursors.seal(actor.companyId, LIST, last ? `${last.written_in} ${last.id}` : start),
    has_more: events.length > limit,
  };
}
