import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { OwnerNeeds, SharedNeeds } from "../../../platform/due-work/needs.ts";
import { takeWaiting, type Turn } from "../../../platform/due-work/take-waiting.ts";
import { waitingChannels, type WaitingChannel } from "../../channels/index.ts";
import { createTakeLocks } from "./take-locks.ts";
import { createChannelTaker } from "./take-channel.ts";
import { watchGrowth } from "./watch-growth.ts";

/** Another worker takes from this channel, and goes on with it. */
const NOTHING_TAKEN_MS = SECOND_MS;

/** As the owner of the tables, a worker holds the locks of channels. */
export interface TakingNeeds extends SharedNeeds, OwnerNeeds {
  /** Finds the channels in which something waits. */
  identity: Tx;
}

/** Makes messages of what arrived, in all companies. */
export function startTaking(needs: TakingNeeds) {
  const { identity, clock } = needs;
  const locks = createTakeLocks(needs.databaseUrl);
  const growth = watchGrowth(needs);
  const taking = takeWaiting(needs, {
    what: "what arrived",
    nothingTakenMs: NOTHING_TAKEN_MS,
    find: async () => (await waitingChannels(identity, clock.now())).map((channel) => ({ ...channel, id: channel.channelId })),
    async take(channel, turn) {
      if (!(await locks.take(channel.channelId))) return false;
      return takeAll(needs, channel, turn, growth).finally(() => locks.leave(channel.channelId));
    },
  });
  return {
    async stop(): Promise<void> {
      await taking.stop();
      await Promise.all([locks.end(), growth.end()]);
    },
  };
}

/** While one batch is written, the next one is read. False: there was nothing to read. */
async function takeAll(
  needs: TakingNeeds,
  channel: WaitingChannel,
  { inTurn, isOver }: Turn,
  growth: ReturnType<typeof watchGrowth>,
): Promise<boolean> {
  const taker = createChannelTaker(needs, channel);
  let batch = await inTurn(() => taker.read([]));
  const hasFound = batch.found > 0;
  while (batch.found > 0 && !isOver()) {
    const { arrivals } = batch;
    const [written, next] = await Promise.allSettled([inTurn(() => taker.write(arrivals)), inTurn(() => taker.read(arrivals))]);
    if (written.status === "rejected") throw written.reason;
    if (next.status === "rejected") throw next.reason;
    growth.note(arrivals.length);
    batch = next.value;
  }
  return hasFound;
}
