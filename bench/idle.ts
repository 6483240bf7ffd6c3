import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { cpuOf, cpuOfPostgres } from "./deliver/cpu.ts";
import { startNode, type ProductNode } from "./product-node.ts";

// What an installation costs while nobody uses it: the processor time of a worker, an http node and PostgreSQL together, as a share of one
// core. And how late the first event after a quiet time is sent to a webhook. Needs npm run build. `--seconds 60 --events 5`
const SECRET = "the secret of a database that only a bench uses";
const GOAL_PERCENT = 3;
const GOAL_FIRST_MS = 200;
const WARM_UP_MS = 15_000;
/** After that every part of a worker looks as seldom as it ever does, and no webhook is leased. */
const QUIET_MS = 25_000;
const argument = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const [seconds, events] = [argument("seconds", 60), argument("events", 5)];

const cluster = await startPostgres({ isDurable: true });
const running: ProductNode[] = [];
const start = async (role: "http" | "worker") => {
  const node = await startNode(role, { DATABASE_URL: cluster.url, KITH_SECRET: SECRET });
  running.push(node);
  return node;
};
try {
  await migrate(cluster.url, SECRET);
  const { pid: http, url } = await start("http");
  const { pid: worker } = await start("worker");
  const receiver = await startReceiver();
  const call = await signUp(url);
  await call("webhooks.create", { url: receiver.url, event_types: ["record.created"] });
  // What a start leaves to do, and the first look of everything that looks seldom.
  await setTimeout(WARM_UP_MS);
  const look = () => ({ http: cpuOf(http), worker: cpuOf(worker), postgres: cpuOfPostgres(cluster.pid) });
  const before = look();
  await setTimeout(seconds * 1_000);
  const after = look();
  const percent = (name: keyof typeof before) => ((after[name] - before[name]) / seconds) * 100;
  for (const name of ["http", "worker", "postgres"] as const) console.log(`${name.padEnd(9)} ${percent(name).toFixed(2)} % of a core`);
  const sum = percent("http") + percent("worker") + percent("postgres");
  const late: number[] = [];
  // The first one of all also loads the code that sends, which is not kept in memory for those who have no webhook.
  for (let at = 0; at <= events; at++) {
    await setTimeout(QUIET_MS);
    const arrival = receiver.next();
    await call("records.create", { type: "deal", values: { name: `Deal ${at}` } });
    // It was committed a little before it was answered.
    const answeredAt = performance.now();
    late.push(Math.max(0, (await arrival) - answeredAt));
  }
  receiver.stop();
  const [first, ...further] = late.map((ms) => `${ms.toFixed(0)} ms`);
  console.log(
    `from the answer to a write after ${QUIET_MS / 1_000} quiet seconds to the request of a webhook: ${further.join(", ")}; the first since the worker started: ${first}`,
  );
  const ratios = {
    "idle/core": Number((sum / 100).toFixed(4)),
    "first event/200 ms": Number((Math.max(...late.slice(1)) / GOAL_FIRST_MS).toFixed(2)),
  };
  console.log(JSON.stringify({ bench: "idle", ratios, goals: { "idle/core": GOAL_PERCENT / 100, "first event/200 ms": 1 } }));
} finally {
  for (const one of running) await one.stop();
  await cluster.stop();
}

/** Signs up a company; what it returns makes its calls. */
async function signUp(url: string): Promise<(name: string, input: unknown) => Promise<Response>> {
  const call = async (name: string, input: unknown, cookie = "") => {
    const headers = { "content-type": "application/json", cookie };
    const answer = await fetch(`${url}/app/call/${name}`, { method: "POST", headers, body: JSON.stringify(input) });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    return answer;
  };
  const person = { company_name: "Idle", name: "Ada", email: "ada@test.example", password: "correct horse battery" };
  const cookie = (await call("companies.create", person)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return (name, input) => call(name, input, cookie);
}

/** A receiver of webhooks. `next` is the time when the next request came. */
async function startReceiver() {
  let tell: (at: number) => void = () => undefined;
  const server = createServer((request, response) => {
    tell(performance.now());
    request.resume().once("end", () => void response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next: () => new Promise<number>((resolve) => (tell = resolve)),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
