import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../../scripts/postgres.ts";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import type { Orders, Sent } from "./attacker-worker.ts";

const file = (name: string) => join(import.meta.dirname, name);
const START_MS = 60_000;

/** An http node with the limits of a real installation, in a process of its own, as an operator would start it. */
export interface AttackedNode {
  port: number;
  /** What it holds of the machine's memory, in MiB. */
  memory(): number;
  /** The same after garbage was collected: what is kept. */
  keptMemory(): Promise<number>;
  /** From now on it has the fault that it was started with, if any. */
  beginFault(): void;
  stop(): Promise<void>;
}

export async function startNode(databaseUrl: string, env: Record<string, string> = {}): Promise<AttackedNode> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--conditions=source", `--import=${file("planted-node.ts")}`, file("../../src/main.ts"), "http"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      BASE_URL: "http://localhost",
      DATABASE_URL: databaseUrl,
      KITH_SECRET: TEST_SECRET,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "silent",
      ...env,
    },
  });
  endWithTest(child);
  const latest = performance.now() + START_MS;
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { host: "localhost" } }).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (performance.now() > latest || child.exitCode !== null) throw new Error("The node did not start.");
    await setTimeout(50);
  }
  const memory = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024;
  return {
    port,
    memory,
    async keptMemory() {
      const collected = once(child, "message");
      child.send("collect garbage");
      await collected;
      return memory();
    },
    beginFault: () => void child.send("begin the fault"),
    stop: () => end(child),
  };
}

/** Starts to attack. What it answers stops it, and says what was sent. */
export async function startAttack(orders: Orders): Promise<() => Promise<Sent>> {
  const child = spawn(process.execPath, ["--conditions=source", file("attacker-worker.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  endWithTest(child);
  // An attacker has a machine of its own. Here it gets what the node, the database and the victim leave of this one.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const begun = once(child, "message");
  child.send(orders);
  await begun;
  return async () => {
    const answer = once(child, "message");
    child.send("stop");
    const [sent] = (await answer) as [Sent];
    await end(child);
    return sent;
  };
}

/** Whatever happens to the test, no process is left behind. */
function endWithTest(child: ChildProcess): void {
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
