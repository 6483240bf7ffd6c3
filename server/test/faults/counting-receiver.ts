import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LedgerLine } from "./ledger.ts";

// A receiver in a process of its own, so that what it costs slows nothing that is measured. Paths under /dead take a message and never
// answer; paths under /broken are refused.

/** What it got since it was last asked. */
export interface Counted {
  /** Milliseconds from an event to its arrival. */
  lags: number[];
  received: LedgerLine[];
  repeats: number;
  dead: number;
}

interface Message {
  timestamp: string;
  data: { id: string; changes?: { seq?: [number, number] } };
}

function listen(): void {
  const seen = new Set<string>();
  let [isBroken, counted] = [true, empty()];
  const server = createServer((request, response) => {
    const [, kind = ""] = (request.url ?? "").split("/");
    if (kind === "dead") return void counted.dead++;
    if (kind === "broken" && isBroken) return void response.writeHead(503).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(204).end();
      const { timestamp, data } = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      const id = String(request.headers["webhook-id"]);
      if (seen.has(`${request.url} ${id}`)) counted.repeats++;
      else counted.lags.push(Date.now() - Date.parse(timestamp));
      seen.add(`${request.url} ${id}`);
      counted.received.push({ id, subject: data.id, seq: data.changes?.seq?.[1] ?? 0 });
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on("message", (asked: "take" | "count" | "mend") => {
    if (asked === "mend") isBroken = false;
    process.send?.(asked === "count" ? { count: seen.size } : counted);
    if (asked === "take") counted = empty();
  });
  process.once("disconnect", () => process.exit());
}

const empty = (): Counted => ({ lags: [], received: [], repeats: 0, dead: 0 });

export async function startCountingReceiver() {
  const child = fork(import.meta.filename, ["listen"], { execArgv: ["--conditions=source"] });
  const answer = async <T>() => (await once(child, "message"))[0] as T;
  const { port } = await answer<{ port: number }>();
  const ask = <T>(what: "take" | "count" | "mend") => {
    child.send(what);
    return answer<T>();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** Everything since the last time. */
    take: () => ask<Counted>("take"),
    /** How many different messages there were in all. */
    count: async () => (await ask<{ count: number }>("count")).count,
    /** What was refused under /broken is taken from now on. */
    mend: () => ask<Counted>("mend"),
    [Symbol.dispose]: () => child.kill("SIGKILL"),
  };
}

export type CountingReceiver = Awaited<ReturnType<typeof startCountingReceiver>>;

if (process.argv[2] === "listen") listen();
