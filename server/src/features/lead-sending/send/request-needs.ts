import type { Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { Mail } from "../../../platform/mail.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";

/** What sending a lead uses, whatever kind its destination is. */
export interface RequestNeeds {
  execute: Execute;
  outbound: Pick<Outbound, "post">;
  mail: Mail | undefined;
  /** Finds out whose code it is. */
  identity: Tx;
  clock: Clock;
  baseUrl: string;
}
