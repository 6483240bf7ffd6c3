import { openLine, openLines } from "../bare-line.ts";
import { ATTACKS, type Attack, type Call } from "./attacks.ts";

// The attacker's program, in a process of its own: its work must not slow down the process that measures the victim.

/**
 * What it is told to do: to send these attacks in turn with all keys and sessions until it is told to stop, each time one is answered the
 * next. There are so many callers that none of them calls more often than its limit allows.
 */
export interface Orders {
  port: number;
  keys: string[];
  cookies: string[];
  attacks: string[];
  /** Calls under way at one time, over all keys and sessions. */
  sockets: number;
}

/** What it did. */
export interface Sent {
  seconds: number;
  calls: number;
  /** The bodies of calls that were done. */
  takenBytes: number;
  /** How many answers had each status. 0: the connection was lost. */
  statuses: Record<string, number>;
}

/** So many different calls of each attack are made up beforehand: making them up must not limit how many are sent. */
const VARIANTS = 20;

interface Prepared {
  by: Call["by"];
  head: string;
  body: Buffer | undefined;
}

function prepare({ by, method, path, body, headers }: Call): Prepared {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const type = bytes && { "content-type": "application/json", "content-length": String(bytes.length) };
  const lines = Object.entries({ host: "localhost", ...type, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return { by, head: `${method} ${path} HTTP/1.1\r\n${lines.join("")}`, body: bytes };
}

function attackNamed(name: string): Attack {
  const found = ATTACKS[name];
  if (!found) throw new Error(`There is no attack "${name}".`);
  return found;
}

const shuffled = (values: string[]) => values.toSorted(() => Math.random() - 0.5);

async function attack({ port, keys, cookies, attacks, sockets }: Orders): Promise<() => Sent> {
  const calls = Array.from({ length: VARIANTS }, (_, at) => attacks.map((name) => prepare(attackNamed(name)(at)))).flat();
  const callers = {
    key: shuffled(keys.map((key) => `x-api-key: ${key}\r\n\r\n`)),
    session: shuffled(cookies.map((cookie) => `cookie: ${cookie}\r\n\r\n`)),
  };
  const sent: Sent = { seconds: 0, calls: 0, takenBytes: 0, statuses: {} };
  const lines = await openLines(port, sockets);
  const started = performance.now();
  const state = { isOver: false };

  async function send(at: number): Promise<void> {
    while (!state.isOver) {
      let line = lines[at];
      if (!line?.isOpen()) lines[at] = line = openLine(port);
      const number = sent.calls++;
      const call = calls[number % calls.length];
      const as = call && callers[call.by];
      if (!call || !as) return;
      const status = await new Promise<number>((resolve) => line.send(call.head + as[number % as.length], resolve, call.body));
      if (status >= 200 && status < 300) sent.takenBytes += call.body?.length ?? 0;
      sent.statuses[status] = (sent.statuses[status] ?? 0) + 1;
    }
  }

  for (let at = 0; at < sockets; at++) void send(at);
  return () => {
    state.isOver = true;
    for (const line of lines) line.end();
    return { ...sent, seconds: (performance.now() - started) / 1_000 };
  };
}

let stop: (() => Sent) | undefined;
process.on("message", (orders: Orders | "stop") => {
  if (orders === "stop") process.send?.(stop?.());
  else
    void attack(orders).then((stopIt) => {
      stop = stopIt;
      process.send?.("begun");
    });
});
process.once("disconnect", () => process.exit());
