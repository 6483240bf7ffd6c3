import { setTimeout } from "node:timers/promises";
import { PATIENCE_MS, stopwatch } from "./measured.ts";

type Truthy<Value> = Exclude<NonNullable<Value>, false | 0 | "">;

interface Pace {
  everyMs?: number;
  /** Another time than PATIENCE_MS: for what takes minutes, or must not take long. */
  patienceMs?: number;
}

/** Waits until something is true, and answers what it is then. `what` says in an error what did not happen. */
export async function until<Value>(
  isTrue: () => Value | Promise<Value>,
  what: string | (() => string),
  { everyMs = 50, patienceMs = PATIENCE_MS }: Pace = {},
): Promise<Truthy<Value>> {
  // Looks once more after the time is over: a machine that stood still for a minute is no fault of the tested code.
  for (const took = stopwatch(), state = { isLast: false }; ; await setTimeout(everyMs)) {
    const value = await isTrue();
    if (value) return value as Truthy<Value>;
    if (state.isLast) throw new Error(`not within ${patienceMs} ms: ${typeof what === "string" ? what : what()}`);
    state.isLast = took() > patienceMs;
  }
}
