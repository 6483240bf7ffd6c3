import type { RunningWork, Working } from "../../kernel/feature.ts";
import { startChecking, type CheckingNeeds } from "./check/start-checking.ts";
import { createMailAccounts } from "./email/accounts.ts";
import { startFetching, type FetchingNeeds } from "./fetch/start-fetching.ts";

type Own = keyof Working | "accounts" | "timing";
type Needs = Omit<FetchingNeeds, Own> & Omit<CheckingNeeds, Own> & Parameters<typeof createMailAccounts>[0];

/** Fetches mail, and tries again what did not work. */
export function channelWorkers(needs: Needs, working: Working): RunningWork[] {
  const accounts = createMailAccounts(needs);
  return [startFetching({ ...needs, ...working, accounts }), startChecking({ ...needs, ...working, accounts })];
}
