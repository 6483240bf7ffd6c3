import { Agent, request } from "node:http";
import type { Measured } from "./process.ts";

/** The time of each request, and the server's CPU time per request. */
export interface Measurement {
  times: number[];
  cpuMs: number;
}

export interface BenchRequest {
  path: string;
  body?: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends requests one after the other on each connection for `ms`, and at least `min` in all. */
export async function measureRequests(
  server: Measured,
  key: string,
  requestAt: (n: number) => BenchRequest,
  { ms, connections = 1, min = 5 }: { ms: number; connections?: number; min?: number },
): Promise<Measurement> {
  const times: number[] = [];
  const cpuBefore = server.cpuMs();
  const until = performance.now() + ms;
  let n = 0;
  const one = async () => {
    while (performance.now() < until || times.length < min) {
      const next = requestAt(n++);
      const started = performance.now();
      await send(server.url, key, next);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { times, cpuMs: (server.cpuMs() - cpuBefore) / times.length };
}

function send(url: string, key: string, { path, body }: BenchRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      "x-api-key": key,
      ...(text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}),
    };
    const sent = request(`${url}${path}`, { method: text ? "POST" : "GET", agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const answered = Buffer.concat(chunks).toString();
        // A statement that was cancelled after five seconds counts with that time.
        if ((answer.statusCode ?? 0) < 300 || answered.includes('"too_slow"')) resolve(answered);
        else reject(new Error(`${path}: ${answer.statusCode} ${answered.slice(0, 300)}`));
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
}

export const quantile = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
export const median = (values: number[]) => quantile(values, 0.5);
