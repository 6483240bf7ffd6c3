import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { showId } from "../../../kernel/ids.ts";
import type { Cursors } from "../../../platform/cursors.ts";
import { eventsAfter } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { showChanges } from "./show-changes.ts";

const LIST = "records.changes by place";

interface Wanted {
  after?: string | undefined;
  type?: string | undefined;
  limit: number;
}

/**
 * The change feed: every event of a record, what happened to one record in the order in which it happened. Only what nothing older
 * can still come before is given out, so a reader who keeps the position misses nothing.
 */
export async function readChanges({ actor, tx }: Call<Member>, schema: CompanySchema, cursors: Cursors, { after, type, limit }: Wanted) {
  const start = after ? cursors.open(actor.companyId, LIST, after) : "0 0";
  const [transaction = "0", place = "0"] = start.split(" ");
  const events = await eventsAfter(tx, actor.companyId, "rec", type, { transaction, place }, limit + 1);
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
        changes: showChanges(schema.byKey.get(typeKey), event),
      };
    }),
    position: cursors.seal(actor.companyId, LIST, last ? `${last.written_in} ${last.place}` : start),
    has_more: events.length > limit,
  };
}
