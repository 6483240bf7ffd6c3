import { setTimeout } from "node:timers/promises";
import type { Person } from "../service.ts";

const SHED_MS = 2_000;
const MAX_TRIES = 30;
const BUSY = /overloaded|cannot reach its data/;

/**
 * Repeats a call while the service sheds load: the test makes random records in the same process, and other processes use the
 * machine, too. A call that is refused in this way has changed nothing.
 */
export async function retryBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!BUSY.test(String(error)) || tries === MAX_TRIES) throw error;
      await setTimeout(SHED_MS);
    }
  }
}

export const retrying = (person: Person): Person => ({ ...person, call: (name, input) => retryBusy(() => person.call(name, input)) });
