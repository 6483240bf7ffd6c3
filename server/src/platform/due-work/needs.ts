import type { Clock } from "../../kernel/clock.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { Commits } from "../../kernel/feature.ts";
import type { Logger } from "../log.ts";

/** What everything that does due work is given. */
interface DueWorkNeeds {
  execute: Execute;
  clock: Clock;
  log: Logger;
}

/** Finds what is due in all companies, as the owner of the tables. */
export interface OwnerNeeds extends DueWorkNeeds {
  databaseUrl: string;
}

/** Works for several companies at once, and waits for a write while there is nothing. */
export interface SharedNeeds extends DueWorkNeeds {
  callsAtOnce: number;
  commits?: Commits;
}
