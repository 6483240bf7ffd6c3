import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Tx } from "../../kernel/database.ts";
import { showId } from "../../platform/ids.ts";
import { membersSeeing } from "../channels/index.ts";
import { seersOfEvent, type Audience } from "./audience.ts";
import * as store from "./live-store.ts";

const readSeers = (tx: Tx, companyId: string, rows: { channel: string | null; is_shared: boolean }[]) =>
  membersSeeing(tx, companyId, [...new Set(rows.flatMap(({ channel, is_shared }) => (is_shared ? [] : (channel ?? []))))]);

const MAX_ONE_BY_ONE = 200;

/** Events of one company that became visible between two snapshots: one by one up to a limit, otherwise counted by type. */
export async function readSince(audience: Audience, { actor, tx }: Call<System>, span: store.Span) {
  const events = await store.each(tx, actor.companyId, span, MAX_ONE_BY_ONE + 1);
  if (events.length > MAX_ONE_BY_ONE) {
    const summaries = await store.summaries(tx, actor.companyId, span);
    const seers = await readSeers(tx, actor.companyId, summaries);
    const crowds = summaries.map(({ channel, is_shared, unshared: _gone, ...one }) => {
      const limited = seersOfEvent({ channel, is_shared }, seers);
      const isOpen = channel !== null || one.types.every(audience.isForEveryone);
      return { ...one, is_for_admins: !isOpen, is_limited: limited !== undefined, only_for: limited ?? null };
    });
    return { changes: [], crowds: [...crowds, ...unshared(summaries)] };
  }
  const seers = await readSeers(tx, actor.companyId, events);
  const changes = events.map((event) => {
    const { key_owner: _owner, channel, is_shared, unshared: _gone, subject_type, subject_id, ...change } = event;
    const limited = seersOfEvent({ channel, is_shared }, seers);
    const onlyFor = channel === null ? audience.of(event) : (limited ?? null);
    return {
      ...change,
      subject: { type: subject_type, id: showId(subject_type, subject_id) },
      only_for: onlyFor,
      is_limited: limited !== undefined,
    };
  });
  return { changes, crowds: unshared(events) };
}

/**
 * What is no longer shared has to go from the pages of those who saw it only because it was. They are told that something changed,
 * and not what: that is for those who still see it.
 */
function unshared(found: { subject_type: string; unshared: string[] }[]) {
  const bySubject = Map.groupBy(
    found.filter((one) => one.unshared.length > 0),
    (one) => one.subject_type,
  );
  return Array.from(bySubject, ([subject_type, own]) => {
    const types = [...new Set(own.flatMap((one) => one.unshared))];
    return { subject_type, record_type: null, types, count: own.length, is_for_admins: false, is_limited: false, only_for: null };
  });
}
