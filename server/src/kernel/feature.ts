import type { z } from "zod";
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
  /** A table that is vacuumed before the first batch. */
  vacuums?: string;
}

/** Something that a worker does beside its jobs, until it is stopped. */
export interface RunningWork {
  stop(): Promise<void>;
}

/** Says when something was written to the database, by anybody, in any table. */
export interface Commits {
  /** What it answers ends it. */
  onCommit(run: () => void): () => void;
}

/** What a worker gives to everything that it runs. */
export interface Working {
  /** So that what looks for work need not look while there cannot be any. */
  commits: Commits;
  /** The database, as the owner of the tables. */
  databaseUrl: string;
  /** How many calls each of them may make at once: each holds a connection. */
  callsAtOnce: number;
}

/** Variables of the environment, each with the schema that reads it. */
export type Settings = Readonly<Record<string, z.ZodType>>;

/** What one feature adds to the service. `server/src/features.ts` lists them. */
export interface Feature<
  Operations extends object = object,
  Services = never,
  Pages extends readonly string[] = readonly string[],
  Core = never,
  Provided extends object = object,
> {
  /** What an operator can set for this feature. */
  settings: Settings;
  /** What its handlers, jobs and workers need, and those of other features: made once per process from the settings and the core. */
  provides(settings: never, core: Core): Provided;
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
  housekeeping(services: Services): readonly HousekeepingTask[];
  quotas: readonly Quota[];
  /** Columns, as `table.column`, with what platform/vault.ts sealed: they are sealed again when the installation's secret is changed. */
  sealed: readonly string[];
  /** The web application's pages. The server answers just these paths. `{…}` is any one segment. */
  pages: Pages;
}

type Optional = Partial<Pick<Feature, "events" | "reactions" | "subscriptions" | "quotas" | "sealed">>;

interface Declared<
  Operations,
  HandlerServices,
  JobServices,
  WorkerServices,
  Pages,
  Known extends Settings,
  Core,
  Provided,
> extends Optional {
  operations: Operations;
  settings?: Known;
  provides?(settings: z.output<z.ZodObject<Known>>, core: Core): Provided;
  handlers(services: HandlerServices): BoundOperation[];
  jobs?(services: JobServices): BoundJob[];
  workers?(services: WorkerServices, working: Working): RunningWork[];
  /** A list, or made from what the service provides. */
  housekeeping?: readonly HousekeepingTask[] | ((provided: Provided) => readonly HousekeepingTask[]);
  pages?: Pages;
}

/** Declares a feature. app.ts checks that the service provides what its handlers, jobs and workers need. */
export function defineFeature<
  Operations extends object,
  HandlerServices = unknown,
  JobServices = unknown,
  WorkerServices = unknown,
  const Pages extends readonly string[] = readonly [],
  Known extends Settings = Settings,
  Core = unknown,
  Provided extends object = object,
>(
  feature: Declared<Operations, HandlerServices, JobServices, WorkerServices, Pages, Known, Core, Provided>,
): Feature<Operations, HandlerServices & JobServices & WorkerServices & Provided, Pages, Core, Provided> {
  const { housekeeping = [] } = feature;
  return {
    settings: {},
    provides: () => ({}) as Provided, // nothing is provided, so `Provided` is empty
    events: {},
    jobs: () => [],
    workers: () => [],
    reactions: [],
    subscriptions: [],
    quotas: [],
    sealed: [],
    ...feature,
    housekeeping: typeof housekeeping === "function" ? housekeeping : () => housekeeping,
    pages: feature.pages ?? ([] as unknown as Pages), // `Pages` is empty by default
  };
}
