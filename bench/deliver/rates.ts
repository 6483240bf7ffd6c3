import { setTimeout } from "node:timers/promises";
import type { CountingReceiver } from "../../server/test/faults/counting-receiver.ts";
import { writeEvenly } from "../../server/test/faults/many-companies.ts";
import type { Parts } from "./backlog.ts";
import { cpuOf, cpuOfPostgres } from "./cpu.ts";

const GOAL_RATE = 500;
const GOAL_P95_MS = 1_000;
const ARRIVE_MS = 120_000;

interface Measured extends Parts {
  /** Asked before and after each rate. */
  counting: { reset(): Promise<unknown>; print(messages: number): Promise<void> } | undefined;
}

/**
 * Events that come evenly, one of each company in turn, so that nearly every one is a batch of its own: how late they arrive, and what each
 * costs. The highest rate that is held is the last of those given before p95 passes a second.
 */
export async function measureRates(parts: Measured, rates: number[], seconds: number): Promise<void> {
  let held = 0;
  let isHeld = true;
  for (const rate of rates.toSorted((one, other) => one - other)) {
    await leaseAll(parts);
    isHeld = (await measureRate(parts, rate, seconds)) <= GOAL_P95_MS && isHeld;
    if (isHeld) held = rate;
  }
  console.log(`the highest rate with a p95 of at most a second: ${held} a second`);
  const ratio = `rate with p95 of a second/${GOAL_RATE}`;
  console.log(JSON.stringify({ bench: "deliver rates", ratios: { [ratio]: held / GOAL_RATE }, goals: { [ratio]: 1 } }));
}

/** A webhook that has just had a message is leased already, as it is wherever events keep coming. */
async function leaseAll({ service, companies, receiver }: Parts): Promise<void> {
  const there = await receiver.count();
  await writeEvenly(service.database.url, companies, 100_000, companies.length / 100_000);
  await arrived(receiver, there + companies.length);
  await receiver.take();
}

async function measureRate(parts: Measured, rate: number, seconds: number): Promise<number> {
  const { service, companies, receiver, worker, postgres, counting } = parts;
  const there = await receiver.count();
  const look = () => ({ worker: cpuOf(worker.pid ?? 0), postgres: cpuOfPostgres(postgres), writer: cpuOf(process.pid) });
  await counting?.reset();
  const [before, from] = [look(), performance.now()];
  const written = await writeEvenly(service.database.url, companies, rate, seconds);
  const took = (performance.now() - from) / 1_000;
  await arrived(receiver, there + written);
  const after = look();
  const { lags } = await receiver.take();
  const sorted = lags.toSorted((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  const each = (name: keyof typeof before) => `${(((after[name] - before[name]) / written) * 1e6).toFixed(0)} µs`;
  console.log(
    `${String(rate).padStart(4)} a second (${(written / took).toFixed(0)} were written): p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms; ` +
      `CPU a message: worker ${each("worker")}, PostgreSQL ${each("postgres")}, the writer ${each("writer")}`,
  );
  await counting?.print(written);
  return percentile(0.95);
}

export async function arrived(receiver: Pick<CountingReceiver, "count">, count: number): Promise<void> {
  for (const end = Date.now() + ARRIVE_MS; (await receiver.count()) < count; await setTimeout(20))
    if (Date.now() > end) throw new Error(`${await receiver.count()} of ${count} messages arrived`);
}
