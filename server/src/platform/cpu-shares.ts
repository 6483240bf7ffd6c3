import { SECOND_MS } from "../kernel/clock.ts";
import { tooMany } from "../kernel/errors.ts";
import { createTimeAccounts } from "./time-accounts.ts";

export interface CpuShares {
  /** Notes a call of a company. Refuses it if the company has used up its share of this node while another company calls. */
  admit(companyId: string): void;
  /** Counts time that a call of the company held the event loop. */
  spend(companyId: string, ms: number): void;
}

/** A company's share of the event loop of this node: `percent` of the time, while another company calls. Alone it may use all of it. */
export function createCpuShares(percent: number, now?: () => number): CpuShares {
  const rate = percent / 100;
  const accounts = createTimeAccounts({ rate, savedMs: SECOND_MS }, now);
  return {
    admit(companyId) {
      accounts.noteCall(companyId);
      const leftMs = accounts.leftMs(companyId);
      if (rate >= 1 || leftMs > 0 || accounts.isAlone(companyId)) return;
      const waitSeconds = Math.max(1, Math.ceil(-leftMs / rate / SECOND_MS));
      throw tooMany("Your company has used its share of this server's time, and others are waiting.", waitSeconds);
    },
    spend: accounts.spend,
  };
}
