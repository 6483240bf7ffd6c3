import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import type { Try } from "./lab.ts";

/** A try, and the process that made it. */
export type TryOf = Try & { pid: number };

/** Workers with the jobs of the lab, each in a process of its own that can be killed or stopped. */
export function killableWorkers(databaseUrl: string, t: Pick<TestContext, "after">) {
  const children: ChildProcess[] = [];
  const tries = new Map<string, TryOf>();
  t.after(() => children.forEach((child) => child.kill("SIGKILL")));
  const all = () => [...tries.values()];
  return {
    tries: all,
    runningOn: ({ pid }: ChildProcess) => all().filter((one) => one.pid === pid && one.stoppedAt === undefined),
    start(): ChildProcess {
      const child = fork(join(import.meta.dirname, "worker-process.ts"), {
        execArgv: ["--conditions=source"],
        env: { ...process.env, DATABASE_URL: databaseUrl, BASE_URL: "http://localhost", KITH_SECRET: TEST_SECRET, LOG_LEVEL: "error" },
      });
      const pid = child.pid ?? 0;
      child.on("message", (tried: Try) => tries.set(`${pid} ${tried.tag} ${tried.startedAt}`, { ...tried, pid }));
      children.push(child);
      return child;
    },
    /** Answers what it was doing when it was killed. */
    async kill(child: ChildProcess): Promise<TryOf[]> {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      const stoppedAt = Date.now();
      const cut = all().filter((one) => one.pid === child.pid && one.stoppedAt === undefined);
      for (const one of cut) one.stoppedAt = stoppedAt;
      return cut;
    },
  };
}

/** Tags of which a try began before the one before it had ended. */
export function overlaps(tries: Try[], until: number): string[] {
  const found: string[] = [];
  for (const [tag, same = []] of Map.groupBy(tries, (one) => one.tag)) {
    const inOrder = same.toSorted((a, b) => a.startedAt - b.startedAt);
    for (const [at, one] of inOrder.entries()) {
      const next = inOrder[at + 1];
      if (next && (one.stoppedAt ?? until) > next.startedAt) found.push(tag);
    }
  }
  return found;
}
