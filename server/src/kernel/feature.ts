import type { EventType } from "./event.ts";
import type { BoundJob } from "./job.ts";
import type { Reaction, Subscription } from "./subscription.ts";
import type { BoundOperation } from "./handle.ts";

/** Deletes what has expired, on a schedule, as the owner of the tables. */
export interface HousekeepingTask {
  /** `feature.what`; its name in metrics and log. */
  name: string;
  /** One batch, of at most $1 rows. It is repeated until it touches no row. */
  batch: string;
  /** Fewer rows per batch, where rows are large. */
  rows?: number;
}

/** What one feature adds to the service. `server/src/features.ts` lists them. */
export interface Feature<Operations extends object = object, Services = never, Pages extends readonly string[] = readonly string[]> {
  /** The whole module: `import * as operations from "./operations.ts"`. The same for `events`. */
  operations: Operations;
  events: Readonly<Record<string, EventType>>;
  handlers(services: Services): BoundOperation[];
  jobs(services: Services): BoundJob[];
  /** Small handlers that run in the transaction that emits an event. */
  reactions: readonly Reaction[];
  /** Handlers that follow the event log after the commit. */
  subscriptions: readonly Subscription[];
  housekeeping: readonly HousekeepingTask[];
  /** The web application's pages. The server answers just these paths. `{…}` is any one segment. */
  pages: Pages;
}

type Optional = Partial<Pick<Feature, "events" | "reactions" | "subscriptions" | "housekeeping">>;

interface Declared<Operations, HandlerServices, JobServices, Pages> extends Optional {
  operations: Operations;
  handlers(services: HandlerServices): BoundOperation[];
  jobs?(services: JobServices): BoundJob[];
  pages?: Pages;
}

/** Declares a feature. app.ts checks that the service provides what its handlers and jobs need. */
export function defineFeature<
  Operations extends object,
  HandlerServices = unknown,
  JobServices = unknown,
  const Pages extends readonly string[] = readonly [],
>(feature: Declared<Operations, HandlerServices, JobServices, Pages>): Feature<Operations, HandlerServices & JobServices, Pages> {
  return {
    events: {},
    jobs: () => [],
    reactions: [],
    subscriptions: [],
    housekeeping: [],
    ...feature,
    pages: feature.pages ?? ([] as unknown as Pages), // `Pages` is empty by default
  };
}
