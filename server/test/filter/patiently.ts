import { setTimeout } from "node:timers/promises";
import type { Person } from "../service.ts";

const SHED_MS = 2_000;
const MAX_TRIES = 30;
const BUSY = /overloaded|cannot reach its data/;

/**
 * Asks again where the service sheds load: random worlds are made in its own process, and others may take the rest of the machine.
 * A call that is refused so has done nothing.
 */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!BUSY.test(String(error)) || tries === MAX_TRIES) throw error;
      await setTimeout(SHED_MS);
    }
  }
}

export const patient = (person: Person): Person => ({ ...person, call: (name, input) => patiently(() => person.call(name, input)) });
