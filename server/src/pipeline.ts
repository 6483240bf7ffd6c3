import { accessRefused } from "./features/events/events.ts";
import { appendEvents } from "./features/events/index.ts";
import type { Database } from "./kernel/database.ts";
import type { EventType } from "./kernel/event.ts";
import { createExecute, type Execute } from "./kernel/execute.ts";
import type { Feature, Working } from "./kernel/feature.ts";
import type { BoundJob, JobType } from "./kernel/job.ts";
import type { Reaction } from "./kernel/subscription.ts";
import { createOnce } from "./platform/idempotency.ts";
import { createEnqueue } from "./platform/jobs/enqueue.ts";
import { createObserver } from "./platform/observe.ts";
import { traceCalls } from "./platform/trace-calls.ts";
import { parseInput } from "./platform/parse-input.ts";
import { newId } from "./platform/random.ts";
import type { Core, Services } from "./services.ts";

interface Provided extends Services {
  execute: Execute;
  eventTypes: EventType[];
  jobTypes(): ReadonlyMap<string, JobType>;
}

/** A feature that can run with what this service provides. */
export type AnyFeature = Feature<object, Provided, readonly string[], Core>;

/** Binds the operations and jobs of all features, and builds the pipeline that runs them. */
export function createPipeline(features: AnyFeature[], services: Services, database: Database) {
  const { clock, log, metrics, profiler, afterwards } = services;
  const eventTypes = features.flatMap((feature) => Object.values(feature.events));
  // Some handlers call other operations: each call goes through the pipeline by itself.
  const provided: Provided = { ...services, execute: (...call) => execute(...call), eventTypes, jobTypes: () => jobTypes };
  const bound = features.flatMap((feature) => feature.handlers(provided));
  const jobs: BoundJob[] = features.flatMap((feature) => feature.jobs(provided));
  const jobTypes: ReadonlyMap<string, JobType> = new Map(jobs.map(({ job }) => [job.name, job]));

  const perform = createExecute(bound, {
    database,
    clock,
    newId,
    parseInput,
    appendEvents,
    enqueueJob: createEnqueue(clock),
    reactionsTo: indexReactions(features.flatMap((feature) => feature.reactions)),
    accessRefused,
    once: createOnce({ keptMiB: services.keptAnswersMiB, database, afterwards: afterwards.run }),
    afterwards: afterwards.run,
    observe: createObserver(log, metrics, profiler),
    spend: services.cpuShares.spend,
  });
  const execute: Execute = traceCalls(profiler ? (...call) => profiler.follow(() => perform(...call)) : perform);
  const startWorkers = (working: Working) => features.flatMap((feature) => feature.workers(provided, working));
  const housekeeping = features.flatMap((feature) => feature.housekeeping(provided));
  return { execute, jobs, startWorkers, housekeeping, operations: bound.map(({ operation }) => operation) };
}

/** The reactions to an event, each after the one it names in `after`. */
export function indexReactions(reactions: readonly Reaction[]): (event: EventType) => readonly Reaction[] {
  const ordered = new Set<Reaction>();
  const add = (one: Reaction) => {
    if (one.after) add(one.after);
    ordered.add(one);
  };
  reactions.forEach(add);
  const byType = Map.groupBy(ordered, ({ to }) => to.type);
  return (event) => byType.get(event.type) ?? [];
}
