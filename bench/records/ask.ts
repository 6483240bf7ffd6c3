import { Agent, request } from "node:http";
import type { Measured } from "./process.ts";

/** How long each of many requests took, and what the server spent on one. */
export interface Taken {
  times: number[];
  cpuMs: number;
}

export interface Asked {
  path: string;
  body?: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Asks one question after the other on so many connections, for so long, and at least a few times. */
export async function askFor(
  server: Measured,
  key: string,
  question: (n: number) => Asked,
  { ms, connections = 1, least = 5 }: { ms: number; connections?: number; least?: number },
): Promise<Taken> {
  const times: number[] = [];
  const cpuBefore = server.cpuMs();
  const until = performance.now() + ms;
  let n = 0;
  const one = async () => {
    while (performance.now() < until || times.length < least) {
      const asked = question(n++);
      const started = performance.now();
      await ask(server.url, key, asked);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return { times, cpuMs: (server.cpuMs() - cpuBefore) / times.length };
}

function ask(url: string, key: string, { path, body }: Asked): Promise<string> {
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
        // Stopped after five seconds: that is how long it took.
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
