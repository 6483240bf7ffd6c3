import type { Tx } from "../../../kernel/database.ts";
import { toAppError } from "../../../kernel/errors.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { byHalves, isUnavailable } from "../../../platform/due-work/by-halves.ts";
import type { SharedNeeds } from "../../../platform/due-work/needs.ts";
import { takeWaiting, type Turn } from "../../../platform/due-work/take-waiting.ts";
import { listWaiting, noteFailure, takeSubmissions } from "./operations.ts";
import { waitingCompanies } from "./store.ts";

const BATCH = 50;
/** Another worker took it: so soon there may be more. */
const NOTHING_TAKEN_MS = 200;

export interface TakingNeeds extends SharedNeeds {
  /** Finds the companies in which something waits. */
  identity: Tx;
}

/** Takes what was sent in all companies. None takes what another worker is taking. */
export function startTaking(needs: TakingNeeds) {
  const { identity, clock } = needs;
  return takeWaiting(needs, {
    what: "submissions",
    nothingTakenMs: NOTHING_TAKEN_MS,
    find: async () => (await waitingCompanies(identity, clock.now())).map((id) => ({ id, companyId: id })),
    async take({ companyId }, turn) {
      let [found, all] = [BATCH, 0];
      while (found === BATCH) {
        found = await turn.inTurn(() => takeBatch(needs, companyId, turn));
        all += found;
      }
      return all > 0;
    },
  });
}

/** Answers how many were looked at. If they cannot be taken together, the one that is to blame is noted, and the others are taken. */
async function takeBatch({ execute, log }: TakingNeeds, companyId: string, { isOver }: Turn): Promise<number> {
  if (isOver()) return 0; // it may have waited for its turn
  const call = asSystem(execute, companyId);
  try {
    return (await call(takeSubmissions, { most: BATCH })).found;
  } catch (error) {
    if (isOver() || isUnavailable(error)) throw error;
  }
  const { ids } = await call(listWaiting, { most: BATCH });
  await byHalves(ids, {
    isOver,
    run: (some) => call(takeSubmissions, { most: some.length, ids: some }),
    async refuse(id, error) {
      log.error({ err: error, company_id: companyId, submission: id }, "a submission cannot be taken");
      await call(noteFailure, { id, failure: toAppError(error).message });
    },
  });
  return ids.length;
}
