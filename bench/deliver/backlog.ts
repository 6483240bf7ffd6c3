import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { CountingReceiver } from "../../server/test/faults/counting-receiver.ts";
import { givenCompanies, writeEvenly, type ReceivingCompany } from "../../server/test/faults/many-companies.ts";
import type { Service } from "../../server/test/service.ts";
import { compare } from "../compare.ts";
import { cpuOf, cpuOfPostgres } from "./cpu.ts";
import { arrived } from "./rates.ts";

export interface Parts {
  service: Service;
  companies: ReceivingCompany[];
  receiver: CountingReceiver;
  worker: ChildProcess;
  /** The process id of PostgreSQL. */
  postgres: number;
}

/** A backlog of all endpoints beside the bare loop, and what it costs a write that there are webhooks. */
export async function compareWithBare(parts: Parts, messages: number, rounds: number): Promise<void> {
  const { service, companies, receiver, worker, postgres } = parts;
  const { url } = service.database;
  const withoutWebhooks = await givenCompanies(
    service,
    companies.map(() => undefined),
  );
  const body = await sampleBody(service);
  const bare = fork(join(import.meta.dirname, "bare-sender.ts"), { execArgv: ["--conditions=source"] });
  await once(bare, "message");
  const spent = { worker: 0, postgres: 0, bare: 0, messages: 0, bareMessages: 0 };
  const perMessage = (seconds: number, count: number) => `${((seconds / count) * 1e6).toFixed(0)} µs`;

  async function sendBare(): Promise<number> {
    const [from, before] = [performance.now(), cpuOf(bare.pid ?? 0)];
    bare.send({ url: receiver.url, endpoints: companies.length, body, count: messages });
    await once(bare, "message");
    spent.bare += cpuOf(bare.pid ?? 0) - before;
    spent.bareMessages += messages;
    return messages / ((performance.now() - from) / 1_000);
  }

  async function deliver(): Promise<number> {
    worker.kill("SIGSTOP"); // so that a backlog comes together
    await writeEvenly(url, companies, 100_000, messages / 100_000);
    const there = await receiver.count();
    const before = { worker: cpuOf(worker.pid ?? 0), postgres: cpuOfPostgres(postgres) };
    const from = performance.now();
    worker.kill("SIGCONT");
    await arrived(receiver, there + messages);
    const seconds = (performance.now() - from) / 1_000;
    spent.worker += cpuOf(worker.pid ?? 0) - before.worker;
    spent.postgres += cpuOfPostgres(postgres) - before.postgres;
    spent.messages += messages;
    return messages / seconds;
  }

  /** Events a second that are written while nobody reads them: what the write itself costs. */
  async function write(into: ReceivingCompany[]): Promise<number> {
    worker.kill("SIGSTOP");
    const from = performance.now();
    const count = await writeEvenly(url, into, 1_000_000, messages / 1_000_000);
    const perSecond = count / ((performance.now() - from) / 1_000);
    const there = await receiver.count();
    worker.kill("SIGCONT");
    if (into === companies) await arrived(receiver, there + count);
    return perSecond;
  }

  try {
    await compare({
      bench: "deliver",
      notes: () => [
        `CPU a message: bare loop ${perMessage(spent.bare, spent.bareMessages)}, worker ${perMessage(spent.worker, spent.messages)}, PostgreSQL ${perMessage(spent.postgres, spent.messages)}`,
      ],
      base: "bare",
      rounds,
      goals: { "worker/bare": 0.5, "write with webhooks/write": 0.91 },
      subjects: [
        { name: "bare", measure: sendBare },
        { name: "worker", measure: deliver },
        { name: "write", against: "write", measure: () => write(withoutWebhooks) },
        { name: "write with webhooks", against: "write", measure: () => write(companies) },
      ],
    });
  } finally {
    bare.kill("SIGKILL");
  }
}

/** A body as the worker made it. */
async function sampleBody({ database }: Service): Promise<string> {
  for (;;) {
    const [row] = await database.query("select convert_from(body, 'UTF8') as body from webhook_deliveries limit 1");
    if (row) return String(row["body"]);
    await setTimeout(50);
  }
}
