import type { Logger } from "../../../platform/log.ts";
import { analyzeGrownTables } from "../../../platform/postgres/grown-tables.ts";

const FIRST_LOOK = 250;
const MAX_BETWEEN = 10_000;

/** A backlog may make a small table a large one within seconds: looks at the tables after 250 items, 500 more, 1,000 more, and so on. */
export function watchGrowth({ databaseUrl, log }: { databaseUrl: string; log: Logger }) {
  let [taken, between] = [0, FIRST_LOOK];
  let looking: Promise<unknown> | undefined;

  return {
    note(items: number): void {
      taken += items;
      if (taken < between || looking) return;
      [taken, between] = [0, Math.min(2 * between, MAX_BETWEEN)];
      looking = analyzeGrownTables(databaseUrl)
        .catch((error: unknown) => log.warn({ err: error }, "cannot look at tables that grew"))
        .finally(() => (looking = undefined));
    },

    async end(): Promise<void> {
      await looking;
    },
  };
}
