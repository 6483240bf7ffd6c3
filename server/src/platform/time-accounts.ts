import { SECOND_MS } from "../kernel/clock.ts";

/** A company that has not called for this long does not wait for anybody. */
const ACTIVE_MS = 10 * SECOND_MS;

interface Terms {
  /** An account refills by this many ms each ms. */
  rate: number;
  /** What a company may use at once. It may run twice as far into debt, which is paid back within a few seconds. */
  savedMs: number;
}

interface Account {
  leftMs: number;
  at: number;
}

/**
 * How much of a node's time each company has left, in this process's memory. It only matters while another company calls: see
 * docs/decisions/0023-shares.md.
 */
export function createTimeAccounts({ rate, savedMs }: Terms, now: () => number = () => performance.now()) {
  // Only companies that used something have an account, so there are few.
  const accounts = new Map<string, Account>();
  let latest = { companyId: "", at: -Infinity };
  let latestOther = latest;

  function leftMs(companyId: string): number {
    const account = accounts.get(companyId);
    return account ? Math.min(savedMs, account.leftMs + (now() - account.at) * rate) : savedMs;
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
      const account = { leftMs: Math.max(-2 * savedMs, leftMs(companyId) - ms), at: now() };
      accounts.delete(companyId); // and to the end: the map is in the order of use
      accounts.set(companyId, account);
      for (const id of accounts.keys()) {
        if (leftMs(id) < savedMs) break;
        accounts.delete(id);
      }
    },
  };
}
