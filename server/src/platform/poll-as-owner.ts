import type { Commits } from "../kernel/feature.ts";
import { openOwnerConnection, type OwnerConnection } from "./log-reader/owner.ts";
import type { Logger } from "./log.ts";
import { createPoll } from "./poll.ts";

interface Polling {
  /** As the owner of the tables: finds what is due in all companies. */
  databaseUrl: string;
  everyMs: number;
  quietEveryMs?: number;
  commits?: Commits | undefined;
  idleEveryMs?: number;
  /** For the log: "cannot look for …". */
  purpose: string;
  log: Logger;
  /** False: there was nothing. */
  look(owner: OwnerConnection): Promise<unknown>;
}

/** Looks again and again on one connection of the owner. After a failure the next look has a new one. */
export function pollAsOwner({ databaseUrl, purpose, log, look, ...pace }: Polling) {
  let owner: OwnerConnection | undefined;
  let isOver = false;

  async function end(): Promise<void> {
    const ended = owner;
    owner = undefined;
    await ended?.end();
  }

  const poll = createPoll({
    ...pace,
    async look() {
      if (owner?.isLost) await end();
      return look((owner ??= await openOwnerConnection(databaseUrl)));
    },
    async failed(error, isFirst) {
      if (isFirst && !isOver) log.warn({ err: error }, `cannot look for ${purpose}`);
      await end();
    },
  });
  poll.start();
  return {
    /** Waits for the look that is under way. The connection lasts until `end`: what was begun may need its lease. */
    async stop() {
      isOver = true;
      await poll.stop();
    },
    end,
  };
}
