import { SECOND_MS } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { OwnerNeeds, SharedNeeds } from "../../../platform/due-work/needs.ts";
import { takeWaiting, type Turn } from "../../../platform/due-work/take-waiting.ts";
import { waitingChannels, type WaitingChannel } from "../../channels/index.ts";
import type { Arrival } from "./arrival.ts";
import { createRoom, type Room } from "./room.ts";
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
  const room = createRoom();
  const taking = takeWaiting(needs, {
    what: "what arrived",
    nothingTakenMs: NOTHING_TAKEN_MS,
    find: async () => (await waitingChannels(identity, clock.now())).map((channel) => ({ ...channel, id: channel.channelId })),
    async take(channel, turn) {
      if (!(await locks.take(channel.channelId))) return false;
      return takeAll(needs, channel, turn, { growth, room }).finally(() => locks.leave(channel.channelId));
    },
  });
  return {
    async stop(): Promise<void> {
      await taking.stop();
      await Promise.all([locks.end(), growth.end()]);
    },
  };
}

interface Shared {
  growth: ReturnType<typeof watchGrowth>;
  room: Room;
}

/** While one batch is written, the next one is read. False: there was nothing to read. */
async function takeAll(needs: TakingNeeds, channel: WaitingChannel, { inTurn, isOver }: Turn, { growth, room }: Shared): Promise<boolean> {
  const taker = createChannelTaker(needs, channel);
  // Room first, then its turn: whoever has room needs a turn to write, and gives its room back.
  const read = (except: Arrival[]) => room.hold(channel.companyId, (withLarge) => inTurn(() => taker.read(except, withLarge)));
  let batch = await read([]);
  const hasFound = batch.found > 0;
  try {
    while (batch.found > 0 && !isOver()) {
      const { arrivals, leave } = batch;
      const [written, next] = await Promise.allSettled([inTurn(() => taker.write(arrivals)).finally(leave), read(arrivals)]);
      if (next.status === "fulfilled") batch = next.value;
      if (written.status === "rejected") throw written.reason;
      if (next.status === "rejected") throw next.reason;
      growth.note(arrivals.length);
    }
  } finally {
    batch.leave();
  }
  return hasFound;
}
