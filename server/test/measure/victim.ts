import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { openLine, openLines } from "../bare-line.ts";
import type { VictimCompany } from "./attacker-company.ts";

/** A p99 of 500 calls is the sixth slowest: one that chance slowed down does not decide. */
const CALLS = 500;
/** 67 calls a second over all keys: a third of what they may. What is asked costs the node a fifth of its time. */
const CALL_EVERY_MS = 15;
/** As many as a program with a pool of connections has. It uses them in turn: one without a call for 10 s is closed. */
const LINES = 200;
const LAG_LOOK_MS = 5;
/** Who waits longer has gone away. */
const PATIENCE_MS = 10_000;

export interface Times {
  /** Milliseconds from sending to the last byte, from the fastest to the slowest call. */
  sorted: number[];
  /** Answers other than 200: their status, and what they say. */
  failed: Record<string, number>;
  /** How late the process that measures was, as the 99th of a hundred: what is not the node's. */
  lagMs: number;
}

/** Sends the victim's calls at their times, whether or not those before them are answered: slow answers must not spare the node calls. */
export async function victimTimes(port: number, { keys, contactIds }: VictimCompany): Promise<Times> {
  // Opened before: a busy node takes one new connection in each turn of its event loop.
  const free = await openLines(port, LINES);
  const times: number[] = [];
  const failed: Record<string, number> = {};
  const lag = monitorEventLoopDelay({ resolution: LAG_LOOK_MS });
  lag.enable();
  const started = performance.now();
  const call = async (at: number) => {
    await setTimeout(Math.max(1, started + at * CALL_EVERY_MS - performance.now()));
    const { method, path, body } = callOf(at, contactIds);
    const sent = performance.now();
    const next = free.shift();
    const line = next?.isOpen() ? next : openLine(port);
    const status = await Promise.race([
      new Promise<string>((resolve) =>
        line.send(requestOf(method, path, keys[at % keys.length] ?? "", body), (code, problem) => resolve(`${code} ${problem}`.trim())),
      ),
      setTimeout(PATIENCE_MS, "no answer", { ref: false }),
    ]);
    times.push(performance.now() - sent);
    if (status === "no answer") line.end();
    else free.push(line.isOpen() ? line : openLine(port));
    if (status !== "200") failed[status] = (failed[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: CALLS }, (_, at) => call(at)));
  lag.disable();
  free.forEach((line) => line.end());
  return { sorted: times.sort((a, b) => a - b), failed, lagMs: lag.percentile(99) / 1e6 - LAG_LOOK_MS };
}

export const p99 = ({ sorted }: Times) => sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
export const median = ({ sorted }: Times) => sorted[Math.floor(sorted.length / 2)] ?? Infinity;

export const failedPart = ({ sorted, failed }: Times) => Object.values(failed).reduce((sum, count) => sum + count, 0) / sorted.length;

/** In turn: a page of contacts, one contact, a search, and a change. */
function callOf(at: number, contactIds: string[]): { method: string; path: string; body?: string } {
  const one = `/api/v1/records/contact/${contactIds[at % contactIds.length]}`;
  if (at % 4 === 0) return { method: "GET", path: "/api/v1/records/contact" };
  if (at % 4 === 1) return { method: "GET", path: one };
  if (at % 4 === 2) return { method: "GET", path: "/api/v1/records/contact?filter=name~7" };
  return { method: "PATCH", path: one, body: JSON.stringify({ values: { name: `Contact ${at}` } }) };
}

function requestOf(method: string, path: string, key: string, body: string | undefined): string {
  const type = body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n${type}\r\n${body ?? ""}`;
}
