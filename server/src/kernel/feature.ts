import type { EventType } from "./event.ts";
import type { BoundJob } from "./job.ts";
import type { Reaction, Subscription } from "./subscription.ts";
import type { BoundOperation } from "./handle.ts";

/** Something that is removed on a schedule, by the owner of the tables. */
export interface HousekeepingTask {
  /** `feature.what`, as metrics and log call it. */
  name: string;
  /** One batch, of at most $1 rows. It is repeated until it touches no row. */
  batch: string;
  /** Fewer rows per batch, where rows are large. */
  rows?: number;
}

/** What one capability adds to the service. `server/src/features.ts` lists them; everything else is read from these. */
export interface Feature<Operations extends object = object, Services = never, Pages extends readonly string[] = readonly string[]> {
  /** The module that declares them: `import * as operations from "./operations.ts"`. */
  operations: Operations;
  /** The module that declares them: `import * as events from "./events.ts"`. */
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

interface Declared<Operations, HandlerServices, JobServices, Pages> {
  operations: Operations;
  events?: Readonly<Record<string, EventType>>;
  handlers(services: HandlerServices): BoundOperation[];
  jobs?(services: JobServices): BoundJob[];
  reactions?: readonly Reaction[];
  subscriptions?: readonly Subscription[];
  housekeeping?: readonly HousekeepingTask[];
  pages?: Pages;
}

/** Declares a feature. What its handlers and jobs need is checked where the service is wired. */
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
    // Left out means none; the type of none is the default of `Pages`.
    pages: feature.pages ?? ([] as unknown as Pages),
  };
}
