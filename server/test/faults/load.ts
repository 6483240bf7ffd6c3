import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A status, the milliseconds since the call should have been sent, and those since the first call. */
export type Answer = [status: number, ms: number, atMs: number];

export interface Orders {
  port: number;
  /** Sent in turn, as they are. */
  requests: string[];
  ms: number;
  /** So many callers, each of which waits for its answer; or so many calls a second, answered or not. */
  callers?: number;
  perSecond?: number;
}

/** Sends calls from another process, and says how each was answered. */
export async function load(orders: Orders): Promise<Answer[]> {
  const child = spawn(process.execPath, ["--conditions=source", join(import.meta.dirname, "load-worker.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.send(orders);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The process that sends calls has ended.")));
  ended.catch(() => undefined);
  const [answers] = (await Promise.race([once(child, "message"), ended])) as [Answer[]];
  process.off("exit", kill);
  return answers;
}
