import type { Commits } from "../kernel/feature.ts";
import { statement, type Tx } from "../kernel/database.ts";
import { createPoll, type Timing } from "./poll.ts";

const LOOK_EVERY_MS = 100;

// It changes when a transaction that wrote something ends, and only then: nothing has to be locked or written for it, as NOTIFY would.
const SNAPSHOT = statement("commits.snapshot", "select pg_current_snapshot()::text as snapshot");

interface Watching {
  identity: Tx;
  timing?: Timing;
}

/**
 * One small question ten times a second, in place of one from each part of a worker that looks for work. While the database cannot be asked
 * nobody is woken, and each part looks at its own pace. `npm run bench:idle` measures what it saves.
 */
export function watchCommits({ identity, ...timing }: Watching): Commits & { stop(): Promise<void> } {
  const listeners = new Set<() => void>();
  let last: string | undefined;
  const poll = createPoll({
    ...timing,
    everyMs: LOOK_EVERY_MS,
    async look() {
      const [row] = await identity.query<{ snapshot: string }>(SNAPSHOT);
      if (row?.snapshot === last) return;
      last = row?.snapshot;
      for (const run of listeners) run();
    },
    failed: () => undefined, // the parts that look for work say it themselves
  });
  poll.start();
  return {
    onCommit(run) {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
    stop: poll.stop,
  };
}
