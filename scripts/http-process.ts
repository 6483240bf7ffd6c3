import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** As it is installed: `npm run build` makes it. */
const MAIN = join(import.meta.dirname, "../server/dist/bundle/main.js");
const START_MS = 60_000;
const LOOK_MS = 25;

/** An http node in its own process: a test can kill it and start it again on the same port. */
export function createHttpProcess(env: Record<string, string>, baseUrl: string) {
  let node: ChildProcess | undefined;
  return {
    async start(): Promise<void> {
      node = spawn(process.execPath, [MAIN, "http"], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, ...env },
      });
      const latest = Date.now() + START_MS;
      while (!(await isReady(baseUrl))) {
        if (Date.now() > latest || node.exitCode !== null) throw new Error("The http node did not start.");
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
    async kill(): Promise<void> {
      if (!node || node.exitCode !== null || node.signalCode !== null) return;
      const ended = once(node, "exit");
      node.kill("SIGKILL");
      await ended;
    },
  };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/readyz`)).ok;
  } catch {
    return false;
  }
}
