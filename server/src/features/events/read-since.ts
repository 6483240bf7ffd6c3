import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { showId } from "../../platform/ids.ts";
import type { Audience } from "./audience.ts";
import * as store from "./live-store.ts";

const MAX_ONE_BY_ONE = 200;

/** Events of one company that became visible between two snapshots: one by one up to a limit, otherwise counted by type. */
export async function readSince(audience: Audience, { actor, tx }: Call<System>, span: store.Span) {
  const events = await store.each(tx, actor.companyId, span, MAX_ONE_BY_ONE + 1);
  if (events.length > MAX_ONE_BY_ONE) {
    const summaries = await store.summaries(tx, actor.companyId, span);
    return { changes: [], crowds: summaries.map((one) => ({ ...one, is_for_admins: !one.types.every(audience.isForEveryone) })) };
  }
  const changes = events.map((event) => {
    const { key_owner: _owner, subject_type, subject_id, ...change } = event;
    return { ...change, subject: { type: subject_type, id: showId(subject_type, subject_id) }, only_for: audience.of(event) };
  });
  return { changes, crowds: [] };
}
