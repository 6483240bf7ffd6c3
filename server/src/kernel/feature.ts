import type { EventType } from "./event.ts";
import type { BoundJob } from "./job.ts";
import type { Reaction, Subscription } from "./subscription.ts";
import type { BoundOperation } from "./handle.ts";
import type { Quota } from "./quota.ts";

/** Deletes what has expired, on a schedule, as the owner of the tables. */
export interface HousekeepingTask {
  /** `feature.what`; its name in metrics and log. */
  name: string;
  /** One batch, of at most $1 rows. It is repeated until it touches no row. */
  batch: string;
  /** Fewer rows per batch, where rows are large. */
  rows?: number;
}

/** Something that a worker does beside its jobs, until it is stopped. */
export interface RunningWork {
  stop(): Promise<void>;
}

/** What a worker gives to everything that it runs. */
export interface Working {
  /** The database, as the owner of the tables. */
  databaseUrl: string;
  /** How many calls each of them may make at once: each holds a connection. */
  callsAtOnce: number;
}

/** What one feature adds to the service. `server/src/features.ts` lists them. */
export interface Feature<Operations extends object = object, Services = never, Pages extends readonly string[] = readonly string[]> {
  /** The whole module: `import * as operations from "./operations.ts"`. The same for `events`. */
  operations: Operations;
  events: Readonly<Record<string, EventType>>;
  handlers(services: Services): BoundOperation[];
  jobs(services: Services): BoundJob[];
  /** Starts what this feature does in every worker process, beside its jobs. */
  workers(services: Services, working: Working): RunningWork[];
  /** Small handlers that run in the transaction that emits an event. */
  reactions: readonly Reaction[];
  /** Handlers that follow the event log after the commit. */
  subscriptions: readonly Subscription[];
  housekeeping: readonly HousekeepingTask[];
  quotas: readonly Quota[];
  /** The web application's pages. The server answers just these paths. `{…}` is any one segment. */
  pages: Pages;
}

type Optional = Partial<Pick<Feature, "events" | "reactions" | "subscriptions" | "housekeeping" | "quotas">>;

interface Declared<Operations, HandlerServices, JobServices, WorkerServices, Pages> extends Optional {
  operations: Operations;
  handlers(services: HandlerServices): BoundOperation[];
  jobs?(services: JobServices): BoundJob[];
  workers?(services: WorkerServices, working: Working): RunningWork[];
  pages?: Pages;
}

/** Declares a feature. app.ts checks that the service provides what its handlers, jobs and workers need. */
export function defineFeature<
  Operations extends object,
  HandlerServices = unknown,
  JobServices = unknown,
  WorkerServices = unknown,
  const Pages extends readonly string[] = readonly [],
>(
  feature: Declared<Operations, HandlerServices, JobServices, WorkerServices, Pages>,
): Feature<Operations, HandlerServices & JobServices & WorkerServices, Pages> {
  return {
    events: {},
    jobs: () => [],
    workers: () => [],
    reactions: [],
    subscriptions: [],
    housekeeping: [],
    quotas: [],
    ...feature,
    pages: feature.pages ?? ([] as unknown as Pages), // `Pages` is empty by default
  };
}
