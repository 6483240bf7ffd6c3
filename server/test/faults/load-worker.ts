import { setTimeout } from "node:timers/promises";
import { openLine, openLines, type Line } from "../bare-line.ts";
import type { Answer, Orders } from "./load.ts";

// Sends calls from a process of its own, over bare sockets: a client that shares a thread with what it measures, or takes as much processor
// time as the service, would measure itself.

const TICK_MS = 5;
const LINES = 1_000;

/** So many calls a second, answered or not, as many visitors do. Ends when the last one has its answer. */
async function arriving({ port, requests, ms }: Orders, perSecond: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const free = await openLines(port, LINES);
  const due: number[] = [];
  const total = Math.ceil((ms * perSecond) / 1_000);
  let sent = 0;
  const began = performance.now();
  const send = (line: Line, at: number) =>
    line.send(requests[sent++ % requests.length] ?? "", (status) => {
      const now = performance.now();
      answers.push([status, now - at, now - began]);
      free.push(line.isOpen() ? line : openLine(port));
    });
  for (let arrived = 0; answers.length < total;) {
    const until = Math.min(performance.now() - began, ms) * (perSecond / 1_000);
    for (; arrived < until; arrived++) due.push(began + (arrived * 1_000) / perSecond);
    for (const at of due.splice(0, free.length)) {
      const line = free.shift(); // In turn: a connection without a call for 10 s is closed.
      if (line) send(line, at);
    }
    await setTimeout(TICK_MS);
  }
  free.forEach((line) => line.end());
  return answers;
}

/** So many callers, each of which waits for its answer before it calls again. */
async function waiting({ port, requests, ms }: Orders, callers: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const lines = await openLines(port, callers);
  const began = performance.now();
  let sent = 0;
  const call = async (line: Line) => {
    for (let at = performance.now(); at - began < ms;) {
      const status = await new Promise<number>((resolve) => line.send(requests[sent++ % requests.length] ?? "", resolve));
      const now = performance.now();
      answers.push([status, now - at, now - began]);
      at = now;
    }
    line.end();
  };
  await Promise.all(lines.map(call));
  return answers;
}

process.once("message", (orders: Orders) => {
  const run = orders.callers === undefined ? arriving(orders, orders.perSecond ?? 0) : waiting(orders, orders.callers);
  void run.then((answers) => process.send?.(answers, () => process.disconnect()));
});
