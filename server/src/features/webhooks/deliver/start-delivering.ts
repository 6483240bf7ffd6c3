import { after, SECOND_MS } from "../../../kernel/clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Leasing, Looking, Pace } from "../../../platform/follow/client.ts";
import { startFollowing } from "../../../platform/follow/follow.ts";
import { openSession } from "../../../platform/follow/open-session.ts";
import { companiesWithNewEvents } from "../../../platform/log-reader/news.ts";
import type { OwnerConnection } from "../../../platform/log-reader/owner.ts";
import { readMark, saveMark } from "../../../platform/log-reader/subscribers.ts";
import { webhookId } from "../operations.ts";
import { UNREADABLE_CODE } from "../secrets.ts";
import { disable } from "../worker-operations.ts";
import { createDelivery, type DeliveryNeeds } from "./delivery.ts";
import { claim, countStates, findDue, giveBack, release, releaseOthers } from "./leases.ts";
import { createSlots } from "./slots.ts";

const NAME = "webhooks";
const PACE: Pace = {
  lookEveryMs: 100,
  dueEveryMs: 250,
  tendEveryMs: 2 * SECOND_MS,
  // A webhook that was busy just now is kept: its next event needs no new lease.
  keepIdleMs: 20 * SECOND_MS,
  turns: 30,
  maxBusy: Infinity,
  // A webhook whose endpoint takes longer gives its turn to another one, and goes on beside it.
  turnMs: 100,
  recordTries: 20,
  recordAgainMs: 500,
};
const TRY_AGAIN_MS = SECOND_MS;

const OUTDATED = "Its filter names something that is no longer in the data model";

/**
 * Why a webhook cannot go on until a person changes it: its filter was right when it was saved, or its secret cannot be read after a
 * restore. Nothing is skipped: it continues where it stopped.
 */
function whyStopped(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (["bad_filter", "unknown_type"].includes(error.code)) return OUTDATED;
  return error.code === UNREADABLE_CODE ? error.message : undefined;
}

/** Sends what happens to the webhooks of all companies. `platform/follow` decides which worker does, and when. */
export function startDelivering(needs: DeliveryNeeds) {
  const { execute, identity, clock, log, metrics } = needs;
  const slots = createSlots();

  const looking: Looking<OwnerConnection> = {
    open: () => openSession(needs.databaseUrl, log),
    readMark: (owner) => readMark(owner, [NAME]),
    saveMark: (owner, mark) => saveMark(owner, [NAME], mark),
    findNews: (after) => companiesWithNewEvents(identity, after),
    wantedFor: (companyId, types, _since, until) => [{ companyId, key: "", types, until }],
    findDue: (owner) => findDue(owner, clock.now()),
  };

  const leasing: Leasing<OwnerConnection> = {
    claim: (owner, wanted) => claim(owner, wanted, clock.now()),
    releaseIdle: release,
    releaseOthers: (owner, kept) => releaseOthers(owner, kept, clock.now()),
    async giveBack(owner, lease, error) {
      const reason = whyStopped(error);
      if (reason !== undefined) await asSystem(execute, lease.companyId)(disable, { id: webhookId.encode(lease.key), reason });
      return giveBack(owner, lease, [reason === undefined ? after(clock, TRY_AGAIN_MS) : null]);
    },
  };

  async function report(owner: OwnerConnection): Promise<void> {
    metrics.inFlight(slots.inFlight);
    metrics.set(await countStates(owner, clock.now()));
  }

  const work = createDelivery(needs, slots);
  const following = startFollowing({ name: NAME, looking, leasing, work, pace: PACE, log, report, commits: needs.commits });
  return {
    async stop() {
      await following.stop();
      slots.stop();
    },
  };
}
