import { before, DAY_MS, type Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import * as store from "./store.ts";

const DOWN_AFTER = 5;

/** Destinations with what became of the last day's leads. */
export async function presentDestinations(tx: Tx, companyId: string, rows: store.DestinationRow[], clock: Clock) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const health = new Map((await store.health(tx, companyId, ids, before(clock, DAY_MS))).map((one) => [one.id, one]));
  return rows.map(({ header_names, last_four, timeout_ms, is_paused, ...row }) => {
    const one = health.get(row.id);
    const { waiting = 0, accepted = 0, refused = 0, timeouts = 0, unknown = 0, returned = 0, median_ms = null } = one ?? {};
    return {
      ...row,
      headers: header_names,
      secret_last_four: last_four,
      timeout_seconds: Math.round(timeout_ms / 1_000),
      ...stateOf(is_paused, one?.last ?? []),
      waiting,
      last_day: { accepted, refused, timeouts, unknown, returned, median_ms },
    };
  });
}

function stateOf(isPaused: boolean, last: NonNullable<store.HealthRow["last"]>) {
  const failing = last[0]?.failed ? last[0] : undefined;
  const isDown = last.length >= DOWN_AFTER && last.every((one) => one.failed);
  const state = isPaused ? ("paused" as const) : isDown ? ("down" as const) : failing ? ("failing" as const) : ("on" as const);
  return { state, reason: failing?.reason ?? null };
}
