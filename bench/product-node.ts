import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../scripts/postgres.ts";

const MAIN = join(import.meta.dirname, "../server/dist/bundle/main.js");

export interface ProductNode {
  pid: number;
  url: string;
  /** Asks it to stop, and waits until it is gone. */
  stop(): Promise<void>;
}

/** Starts a part of the product as an installation does, in a process of its own. Needs `npm run build`. */
export async function startNode(role: "http" | "worker", settings: Record<string, string>): Promise<ProductNode> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const node = spawn(process.execPath, [MAIN, role], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      BASE_URL: url,
      LOG_LEVEL: "error",
      OUTBOUND_ALLOW: "127.0.0.1",
      PORT: String(port),
      WORKER_PORT: String(port),
      ...settings,
    },
  });
  const stop = () => end(node);
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries > 600 || node.exitCode !== null) {
      await stop();
      throw new Error(`The ${role} node did not start.`);
    }
    await setTimeout(100);
  }
  return { pid: node.pid ?? 0, url, stop };
}

async function end(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return;
  const ended = once(node, "exit");
  node.kill("SIGTERM");
  await ended;
}

/** The most memory (RSS) that a process had since `forgetPeak`, in bytes. */
export const peakOf = (pid: number) => 1_024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** 5 sets the peak back to what the process has now (proc(5)). */
export const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, "5");
