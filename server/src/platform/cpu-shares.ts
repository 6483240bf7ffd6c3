import { SECOND_MS } from "../kernel/clock.ts";
import { tooMany } from "../kernel/errors.ts";

/** A company that has not called for this long does not wait for anybody. */
const ACTIVE_MS = 10 * SECOND_MS;
/** What a company may use at once, and how far it may run into debt: a debt is paid back within a few seconds. */
const SAVED_MS = 1_000;
const MAX_DEBT_MS = 2_000;

export interface CpuShares {
  /** Notes a call of a company. Refuses it if the company has used up its share of this node while another company calls. */
  admit(companyId: string): void;
  /** Counts time that a call of the company held the event loop. */
  spend(companyId: string, ms: number): void;
}

interface Account {
  leftMs: number;
  at: number;
}

/**
 * A company's share of the event loop of this node, in this process's memory: `percent` of the time, while another company calls. Alone
 * it may use all of it. See docs/decisions/0023-shares.md.
 */
export function createCpuShares(percent: number, now: () => number = () => performance.now()): CpuShares {
  const rate = percent / 100;
  // Only companies that lack something have an account, so there are few.
  const accounts = new Map<string, Account>();
  let latest = { companyId: "", at: -Infinity };
  let latestOther = latest;

  function accountOf(companyId: string): Account {
    const account = accounts.get(companyId) ?? { leftMs: SAVED_MS, at: now() };
    account.leftMs = Math.min(SAVED_MS, account.leftMs + (now() - account.at) * rate);
    account.at = now();
    return account;
  }

  return {
    admit(companyId) {
      const at = now();
      if (latest.companyId !== companyId) latestOther = latest;
      latest = { companyId, at };
      const account = accounts.has(companyId) ? accountOf(companyId) : undefined;
      if (!account) return;
      if (account.leftMs >= SAVED_MS) accounts.delete(companyId);
      const isAlone = at - latestOther.at > ACTIVE_MS;
      if (rate >= 1 || isAlone || account.leftMs > 0) return;
      const waitSeconds = Math.max(1, Math.ceil(-account.leftMs / rate / SECOND_MS));
      throw tooMany("Your company has used its share of this server's time, and others are waiting.", waitSeconds);
    },
    spend(companyId, ms) {
      const account = accountOf(companyId);
      account.leftMs = Math.max(-MAX_DEBT_MS, account.leftMs - ms);
      accounts.set(companyId, account);
      // Accounts that are full again are dropped when a new one comes, the oldest first.
      for (const [id, { at, leftMs }] of accounts) {
        if (id === companyId || leftMs + (now() - at) * rate < SAVED_MS) break;
        accounts.delete(id);
      }
    },
  };
}
