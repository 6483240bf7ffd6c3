import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { isSeenBy, mayChange } from "./access.ts";
import * as store from "./store.ts";

const upTo = (count: number) => ({ count: Math.min(count, store.MAX_COUNTED), is_exact: count <= store.MAX_COUNTED });

/** Channels as a member is shown them, with how they are doing. */
export async function presentChannels({ tx, actor, clock }: Call<Member>, rows: store.ChannelRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const figures = new Map((await store.figures(tx, actor.companyId, ids)).map((one) => [one.id, one]));
  const isAhead = (at: Date | null) => (at && at > clock.now() ? at : null);
  return rows.map((whole) => {
    const { owner_id, member_ids, settings, version: _version, failures: _failures, next_try_at, ...rest } = whole;
    const { sending_cause: cause, sending_words, sending_remedy, sending_since, sending_next_try_at, ...row } = rest;
    const guarded = { access: row.access, owner_id, member_ids };
    const found = figures.get(row.id);
    return {
      ...row,
      sign_in: settings.sign_in ?? null,
      email: settings.email ?? null,
      can_read: isSeenBy(guarded, actor),
      can_change: mayChange(guarded, actor),
      next_try_at: isAhead(next_try_at),
      sending:
        cause && sending_since
          ? {
              cause,
              words: sending_words ?? "",
              remedy: sending_remedy ?? "",
              since: sending_since,
              next_try_at: isAhead(sending_next_try_at),
            }
          : null,
      there: found?.there ?? null,
      here: found?.here ?? null,
      compared_at: found?.compared_at ?? null,
      last_received_at: found?.last_received_at ?? null,
      waiting: upTo(found?.waiting ?? 0),
      failed: upTo(found?.failed ?? 0),
    };
  });
}
