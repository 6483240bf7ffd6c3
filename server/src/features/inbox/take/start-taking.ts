import { SECOND_MS, type Clock } from "../../../kernel/clock.ts";
import type { Tx } from "../../../kernel/database.ts";
import type { Execute } from "../../../kernel/execute.ts";
import type { Commits } from "../../../kernel/feature.ts";
import type { Logger } from "../../../platform/log.ts";
import { createPoll } from "../../../platform/poll.ts";
import { createTurns } from "../../../platform/turns.ts";
import { waitingChannels, type WaitingChannel } from "../../channels/index.ts";
import { createTakeLocks } from "./take-locks.ts";
import { createChannelTaker } from "./take-channel.ts";

const LOOK_EVERY_MS = 100;
const QUIET_EVERY_MS = 300;
/** Only a write gives it something to do; what rests is looked for again. */
const IDLE_EVERY_MS = 2 * SECOND_MS;
const REST_MS = SECOND_MS;
const MAX_REST_MS = 30 * SECOND_MS;

export interface TakingNeeds {
  execute: Execute;
  /** Finds the channels in which something waits. */
  identity: Tx;
  /** As the owner of the tables: holds the locks of channels. */
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  callsAtOnce: number;
  commits?: Commits;
}

/**
 * Makes messages of what arrived, in all companies. One query finds the channels in which something waits; each gets one
 * batch and then goes to the end of the line, so that a long backlog delays nobody else. Several workers may run.
 */
export function startTaking({ execute, identity, databaseUrl, clock, log, callsAtOnce, commits }: TakingNeeds) {
  const turns = createTurns(Math.max(2, Math.floor(callsAtOnce / 2)));
  const locks = createTakeLocks(databaseUrl);
  const busy = new Map<string, Promise<void>>();
  /** Channels that another worker takes, or whose last batch failed as a whole: when to look again, and how long they had to rest. */
  const resting = new Map<string, { until: number; ms: number }>();
  let isOver = false;
  const poll = createPoll({
    everyMs: LOOK_EVERY_MS,
    quietEveryMs: QUIET_EVERY_MS,
    commits,
    idleEveryMs: IDLE_EVERY_MS,
    async look() {
      const channels = await waitingChannels(identity, clock.now());
      for (const channel of channels) begin(channel);
      return channels.length > 0;
    },
    failed: (error, isFirst) => void (isFirst && !isOver && log.warn({ err: error }, "cannot look for what arrived")),
  });

  function begin(channel: WaitingChannel): void {
    const id = channel.channelId;
    if (isOver || busy.has(id) || (resting.get(id)?.until ?? 0) > performance.now()) return;
    busy.set(
      id,
      work(channel).finally(() => busy.delete(id)),
    );
  }

  const rest = (id: string, ms: number) => void resting.set(id, { until: performance.now() + ms, ms });

  async function work(channel: WaitingChannel): Promise<void> {
    const id = channel.channelId;
    try {
      if (!(await locks.take(id))) return rest(id, REST_MS);
      await takeAll(channel).finally(() => locks.leave(id));
      resting.delete(id);
    } catch (error) {
      rest(id, Math.min(MAX_REST_MS, 2 * (resting.get(id)?.ms ?? REST_MS / 2)));
      log.warn({ err: error, company_id: channel.companyId, channel: id }, "cannot take what arrived");
    }
  }

  /** While one batch is written, the next one is read. */
  async function takeAll(channel: WaitingChannel): Promise<void> {
    const taker = createChannelTaker({ execute, log }, channel);
    let batch = await turns.take(channel.companyId, () => taker.read([]));
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() ends it
    while (batch.found > 0 && !isOver) {
      const { arrivals } = batch;
      const [written, next] = await Promise.allSettled([
        turns.take(channel.companyId, () => taker.write(arrivals)),
        turns.take(channel.companyId, () => taker.read(arrivals)),
      ]);
      if (written.status === "rejected") throw written.reason;
      if (next.status === "rejected") throw next.reason;
      batch = next.value;
    }
  }

  poll.start();
  return {
    /** Waits for the batches under way. */
    async stop(): Promise<void> {
      isOver = true;
      await poll.stop();
      await Promise.all(busy.values());
      await locks.end();
    },
  };
}
