import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/postgres.ts";

const ROOT = join(import.meta.dirname, "../..");
const TICK_MS = 10; // Linux counts a process's time in hundredths of a second

/** A server under measurement. */
export interface Measured {
  url: string;
  /** CPU time of the process since its start. */
  cpuMs(): number;
  stop(): void;
}

export async function startMeasured(
  file: string,
  words: string[],
  env: Record<string, string> | ((url: string) => Record<string, string>),
): Promise<Measured> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--conditions=source", join(ROOT, file), ...words], {
    env: { ...process.env, ...(typeof env === "function" ? env(url) : env), PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await waitUntilUp(child, url, file);
  return { url, cpuMs: () => cpuMs(child.pid ?? 0), stop: () => void child.kill("SIGKILL") };
}

async function waitUntilUp(child: ChildProcess, url: string, file: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${file} ended before it listened`);
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${file} did not start`);
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
