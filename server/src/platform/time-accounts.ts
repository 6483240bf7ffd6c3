import { SECOND_MS } from "../kernel/clock.ts";

/** A company that has not called for this long does not wait for anybody. */
const ACTIVE_MS = 10 * SECOND_MS;
/** What a company may use at once, and how far it may run into debt: a debt is paid back within a few seconds. */
const SAVED_MS = 1 * SECOND_MS;
const MAX_DEBT_MS = 2 * SECOND_MS;

interface Account {
  leftMs: number;
  at: number;
}

/**
 * How much of a node's time each company has left, in this process's memory. An account refills by `rate` ms each ms. It only matters
 * while another company calls: see docs/decisions/0023-shares.md.
 */
export function createTimeAccounts(rate: number, now: () => number = () => performance.now()) {
  // Only companies that used something have an account, so there are few.
  const accounts = new Map<string, Account>();
  let latest = { companyId: "", at: -Infinity };
  let latestOther = latest;

  function leftMs(companyId: string): number {
    const account = accounts.get(companyId);
    return account ? Math.min(SAVED_MS, account.leftMs + (now() - account.at) * rate) : SAVED_MS;
  }

  return {
    /** Notes that the company calls. */
    noteCall(companyId: string): void {
      if (latest.companyId !== companyId) latestOther = latest;
      latest = { companyId, at: now() };
    },
    /** No other company has called lately. */
    isAlone(companyId: string): boolean {
      const other = latest.companyId === companyId ? latestOther : latest;
      return now() - other.at > ACTIVE_MS;
    },
    leftMs,
    spend(companyId: string, ms: number): void {
      const account = { leftMs: Math.max(-MAX_DEBT_MS, leftMs(companyId) - ms), at: now() };
      accounts.delete(companyId); // and to the end: the map is in the order of use
      accounts.set(companyId, account);
      for (const id of accounts.keys()) {
        if (leftMs(id) < SAVED_MS) break;
        accounts.delete(id);
      }
    },
  };
}
