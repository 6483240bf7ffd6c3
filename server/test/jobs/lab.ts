import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { after } from "../../src/kernel/clock.ts";
import { AppError, conflict } from "../../src/kernel/errors.ts";
import { defineFeature } from "../../src/kernel/feature.ts";
import { handle } from "../../src/kernel/handle.ts";
import { defineJob, handleJob, type JobType } from "../../src/kernel/job.ts";
import { showId } from "../../src/platform/ids.ts";
import { defineOperation } from "../../src/kernel/operation.ts";
import { newId } from "../../src/platform/random.ts";
import { PATIENCE_MS } from "../measured.ts";
import { until as untilTrue } from "../waiting.ts";
import type { Person, Service } from "../service.ts";

/** One try of a test job. */
export interface Try {
  name: string;
  company: string;
  tag: string;
  startedAt: number;
  /** When it ended, or was told to stop. */
  stoppedAt: number | undefined;
  isDone: boolean;
}

const Payload = z.object({ company: z.uuid(), tag: z.string(), ms: z.int(), fails: z.boolean(), writes: z.boolean().default(false) });
type LabJob = Partial<Omit<JobType<typeof Payload>, "name" | "payload">>;

/**
 * A feature that exists only in tests: jobs that sleep or fail, each with the settings a test gives it, and an operation that
 * enqueues them. It records the start and the end of every try.
 */
export function createLab(jobs: Record<string, LabJob> = { sleep: {} }, note: (tried: Try) => void = () => undefined) {
  const tries: Try[] = [];
  const givenUp: string[] = [];
  const asked = new Map<string, number>();
  const declared = Object.entries(jobs).map(([name, settings]) =>
    defineJob({ name: `lab.${name}`, label: `Lab ${name}`, payload: Payload, ...settings }),
  );

  const ask = defineOperation({
    name: "lab.ask",
    summary: "Ask for jobs of the lab",
    access: "member",
    effect: "write",
    input: z.strictObject({
      job: z.string().default("sleep"),
      tags: z.array(z.string()),
      ms: z.int().default(0),
      fails: z.boolean().default(false),
      writes: z.boolean().default(false),
      in_ms: z.int().optional(),
      company: z.uuid().optional(),
      then_refuse: z.boolean().default(false),
      then_wait_ms: z.int().default(0),
    }),
    output: z.strictObject({ company: z.uuid() }),
  });
  const ping = defineOperation({
    name: "lab.ping",
    summary: "Read something in a job's company",
    access: "system",
    effect: "read",
    input: z.strictObject({}),
    output: z.strictObject({}),
  });

  const write = defineOperation({
    name: "lab.write",
    summary: "Write down that a job is done, in the table that `prepareWrites` makes",
    access: "system",
    effect: "write",
    input: z.strictObject({ tag: z.string() }),
    output: z.strictObject({}),
  });

  const handlers = () =>
    handle(
      { ask, ping, write },
      {
        async ask({ actor, tx, clock, enqueue }, input) {
          const job = declared.find((one) => one.name === `lab.${input.job}`);
          if (!job) throw new Error(`the lab has no job ${input.job}`);
          const runAt = input.in_ms === undefined ? undefined : after(clock, input.in_ms);
          const company = input.company ?? actor.companyId;
          for (const tag of input.tags) await enqueue(job, { company, tag, ms: input.ms, fails: input.fails, writes: input.writes }, runAt);
          if (input.then_refuse) throw conflict("refused", "Refused after it was asked for.");
          if (input.then_wait_ms > 0) await tx.query("select pg_sleep($1)", [input.then_wait_ms / 1_000]);
          for (const tag of input.tags) asked.set(tag, Date.now());
          return { company: actor.companyId };
        },
        async ping({ tx }) {
          await tx.query("select 1");
          return {};
        },
        async write({ tx }, { tag }) {
          await tx.query("insert into lab_writes (tag, pid) values ($1, $2)", [tag, process.pid]);
          return {};
        },
      },
    );

  const feature = defineFeature({
    operations: { ask, ping, write },
    handlers,
    jobs: () =>
      declared.map((job) =>
        handleJob(
          job,
          async (call, { company, tag, ms, fails, writes }) => {
            const noted: Try = { name: job.name, company, tag, startedAt: Date.now(), stoppedAt: undefined, isDone: false };
            tries.push(noted);
            note(noted);
            try {
              await sleep(ms, undefined, { signal: call.signal });
              await (writes ? call.call(write, { tag }) : call.call(ping, {}));
              if (fails) throw new AppError(503, "lab_fails", `The lab was told to fail ${tag}.`);
              noted.isDone = true;
            } finally {
              noted.stoppedAt = Date.now();
              note(noted);
            }
          },
          async (_call, { tag }) => void givenUp.push(tag),
        ),
      ),
  });

  return {
    feature,
    ask,
    ping,
    tries,
    givenUp,
    started: (tag: string) => tries.find((one) => one.tag === tag)?.startedAt,
    /** When everything about it was done but saving it. */
    asked: (tag: string) => asked.get(tag),
  };
}

export type Lab = ReturnType<typeof createLab>;

/** Enqueues test jobs as this person. Returns the UUID of their company. */
export async function askFor(person: Person, input: { tags: string[] } & Record<string, unknown>): Promise<string> {
  const response = await person.post("lab.ask", input);
  const body = (await response.json()) as { company: string; detail?: string };
  if (!response.ok) throw Object.assign(new Error(body.detail), body);
  return body.company;
}

/** For jobs that are asked for with `writes`: what they wrote, and which process did. */
export const prepareWrites = ({ database }: Service) =>
  database.query(
    "create table lab_writes (tag text, pid int, at timestamptz default clock_timestamp()); grant insert on lab_writes to kith_app",
  );

export const writesIn = async ({ database }: Service) =>
  (await database.query("select tag, pid, at from lab_writes order by at")) as unknown as { tag: string; pid: number; at: Date }[];

/** Waits until `look` returns something truthy, and returns it. */
export const until = <Value>(look: () => Value | Promise<Value>, ms = PATIENCE_MS) =>
  untilTrue(look, look.toString(), { everyMs: 10, patienceMs: ms });

export const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`);

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const jobsOf = (service: Service, company: string) =>
  service.database.query("select * from jobs where company_id = $1 order by id", [company]);

/** Puts a job into a person's company that failed for good: a mail with an invitation unless said otherwise. Answers its id. */
export async function giveFailedJob(
  service: { database: Pick<Service["database"], "query"> },
  person: Pick<Person, "email">,
  { name = "invitations.mail", reason = "Not sent." } = {},
): Promise<string> {
  const id = newId();
  await service.database.query(
    `insert into jobs (company_id, id, name, payload, state, run_at, attempt, failed_at, last_error, created_at)
     select company_id, $1, $3, jsonb_build_object('company', company_id, 'invitation', $1::uuid), 'failed', now(), 10, now(), $4, now()
     from users where email = $2`,
    [id, person.email, name, reason],
  );
  return showId("job", id);
}
