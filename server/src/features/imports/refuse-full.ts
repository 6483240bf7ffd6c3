import type { Call } from "../../kernel/call.ts";
import { before, DAY_MS } from "../../kernel/clock.ts";
import { conflict } from "../../kernel/errors.ts";
import * as store from "./store.ts";

const KEPT_MS = 7 * DAY_MS;
const MAX_COMPANY_BYTES = 1_073_741_824; // stored per company at a time

/** Refuses more than a company may store at a time. */
export async function refuseFull({ tx, clock }: Pick<Call, "tx" | "clock">, companyId: string, more = 0): Promise<void> {
  if ((await store.bytesSince(tx, companyId, before(clock, KEPT_MS))) + more > MAX_COMPANY_BYTES)
    throw conflict("too_many_files", "Your company has imported 1 GiB in the last 7 days. Wait a day, or send less.");
}
