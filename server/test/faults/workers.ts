import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { TEST_SECRET } from "../../../scripts/test-database.ts";

const WORKER = join(import.meta.dirname, "deliver-worker.ts");

/** Workers in processes of their own, to be killed. */
export function createWorkers(databaseUrl: string, t: Pick<TestContext, "after">, more: Record<string, string> = {}) {
  const running: ChildProcess[] = [];
  const ready: ChildProcess[] = [];
  t.after(() => running.forEach((worker) => worker.kill("SIGKILL")));
  return {
    start() {
      const env = { ...process.env, DATABASE_URL: databaseUrl, BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET };
      const worker = spawn(process.execPath, ["--conditions=source", WORKER], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: { ...env, LOG_LEVEL: "error", OUTBOUND_ALLOW: "127.0.0.1", ...more },
      });
      worker.once("message", () => ready.push(worker));
      running.push(worker);
      return worker;
    },
    async ready() {
      while (ready.length < running.length) await setTimeout(50);
    },
    /** One that works already, and is not only starting. False: there is none. */
    async killOldest(): Promise<boolean> {
      const worker = ready.shift();
      if (!worker) return false;
      const ended = once(worker, "exit");
      worker.kill("SIGKILL");
      await ended;
      running.splice(running.indexOf(worker), 1);
      return true;
    },
  };
}
