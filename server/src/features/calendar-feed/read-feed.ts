import { before, HOUR_MS, type Clock } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { memberId } from "../members/operations.ts";
import { digest } from "../../platform/random.ts";
import { read, touch } from "./operations.ts";
import { findByToken } from "./store.ts";
import { writeCalendar } from "./write-calendar.ts";

const TOKEN = /^[\w-]{43}$/;
const TOUCH_EVERY_MS = HOUR_MS;

interface Needs {
  identity: Tx;
  execute: Execute;
  clock: Clock;
  /** Runs after the answer. */
  afterwards(work: () => Promise<unknown>): void;
}

export type ReadFeed = ReturnType<typeof createReadFeed>;

/** The calendar behind an address, or undefined: it was never made, was replaced or deleted, or its owner is disabled. */
export function createReadFeed({ identity, execute, clock, afterwards }: Needs) {
  return async (token: string): Promise<string | undefined> => {
    const found = TOKEN.test(token) ? await findByToken(identity, digest(token)) : undefined;
    if (!found) return undefined;
    const owner = { user_id: memberId.encode(found.user_id) };
    const ask = asSystem(execute, found.company_id);
    const { company, entries } = await ask(read, owner);
    if (!found.last_read_at || found.last_read_at < before(clock, TOUCH_EVERY_MS)) afterwards(() => ask(touch, owner));
    return writeCalendar({ name: `Tasks, ${company}`, entries });
  };
}
