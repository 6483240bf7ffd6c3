import { z } from "zod";
import { appendEvents } from "../src/features/events/index.ts";
import { recordUpdated } from "../src/features/records/events.ts";
import { systemClock } from "../src/kernel/clock.ts";
import type { Execute } from "../src/kernel/execute.ts";
import { defineFeature } from "../src/kernel/feature.ts";
import { handle } from "../src/kernel/handle.ts";
import { defineOperation } from "../src/kernel/operation.ts";
import { newId } from "../src/platform/random.ts";
import { eventBatch, subscribe, type Subscription } from "../src/kernel/subscription.ts";
import { createLog } from "../src/platform/log.ts";
import { startLogReader } from "../src/platform/log-reader/reader.ts";
import { createSubscriptionMetrics } from "../src/platform/log-reader/subscription-metrics.ts";
import { createMetrics } from "../src/platform/metrics.ts";
import { openPools } from "../src/platform/postgres/pools.ts";
import { createDatabase, createReader } from "../src/platform/postgres/transaction.ts";
import { TEST_SECRET } from "../../scripts/test-database.ts";
import type { TestDatabase } from "./service.ts";

/** The table in which the subscriber under test stores the events it handled. */
const HANDLED = `create table test_handled (n bigserial, company_id uuid, subject_id uuid, seq int, worker text, at timestamptz default clock_timestamp());
  grant insert on test_handled to kith_app; grant usage on sequence test_handled_n_seq to kith_app`;

const onUpdated = defineOperation({
  name: "test.onUpdated",
  summary: "Write down what a subscriber was given",
  access: "system",
  effect: "write",
  input: eventBatch,
  output: z.strictObject({}),
});

/** The operation of the subscriber under test. `before` may fail or take long. */
export const subscribingFeature = (worker: string, before: (companyId: string) => Promise<void> = async () => undefined) =>
  defineFeature({
    operations: { onUpdated },
    handlers: () =>
      handle(
        { onUpdated },
        {
          async onUpdated({ actor, tx }, { events }) {
            for (const { subject_id, data } of events) {
              await tx.query("insert into test_handled (company_id, subject_id, seq, worker) values ($1, $2, $3, $4)", [
                actor.companyId,
                subject_id,
                (data as { seq: number }).seq,
                worker,
              ]);
            }
            await before(actor.companyId); // after the rows: what fails here must leave none
            return {};
          },
        },
      ),
  });

export const testSubscription = (more: Partial<Subscription> = {}): Subscription =>
  subscribe({ name: "test.updates", to: [recordUpdated], handle: onUpdated, ...more });

export const prepareHandled = (database: TestDatabase) => database.query(HANDLED);

export interface Handled {
  company_id: string;
  subject_id: string;
  seq: number;
  worker: string;
  at: Date;
}

export const handledIn = async (database: TestDatabase, companyIds: string[]) =>
  (await database.query("select * from test_handled where company_id = any($1) order by n", [companyIds])) as unknown as Handled[];

/** A reader as a worker starts it, on connections of its own. */
export function startReader(
  databaseUrl: string,
  execute: Execute,
  subscriptions: Subscription[],
  { retryPolicy, leasesUrl = databaseUrl }: { retryPolicy?: { maxAttempts: number; maxWaitSeconds: number }; leasesUrl?: string } = {},
) {
  const pools = openPools(databaseUrl, TEST_SECRET, 6, () => undefined);
  const metrics = createMetrics();
  let statements = 0;
  for (const pool of [pools.app, pools.identity]) pool.on("acquire", () => statements++);
  const reader = startLogReader({
    subscriptions,
    execute,
    database: createDatabase(pools.app),
    identity: createReader(pools.identity),
    databaseUrl: leasesUrl,
    clock: systemClock,
    log: createLog(process.env["TEST_LOG"] ?? "silent"),
    metrics: createSubscriptionMetrics(metrics.registry),
    ...(retryPolicy ? { retryPolicy } : {}),
  });
  return {
    metrics,
    /** Single statements and transactions so far. PostgreSQL's own counters also hold autovacuum's, and arrive up to 10 s late. */
    statements: () => statements,
    async stop() {
      await reader.stop();
      await pools.end();
    },
  };
}

/** Writes events as the application does, one transaction each. */
export function startWriting(databaseUrl: string) {
  const pools = openPools(databaseUrl, TEST_SECRET, 8, () => undefined);
  const database = createDatabase(pools.app);
  return {
    async write(companyId: string, subjectId: string, seq: number): Promise<void> {
      const tx = database.begin(companyId, "write");
      await appendEvents(tx, [eventOf(companyId, subjectId, seq)]);
      await tx.commit();
    },
    end: () => pools.end(),
  };
}

const eventOf = (companyId: string, subjectId: string, seq: number) => ({
  companyId,
  id: newId(),
  at: new Date(),
  type: recordUpdated.type,
  subjectType: "rec",
  subjectId,
  actorUser: null,
  actorKey: null,
  via: "rest" as const,
  operation: "test",
  operationId: newId(),
  requestId: "test",
  data: { name: "Deal", type: "deal", seq },
  changes: null,
});
