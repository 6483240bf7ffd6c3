import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

function timesOf(pid: number): { parent: number; own: number; ended: number } {
  // The name in parentheses may contain spaces.
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /);
  const fields = rest.split(" ").map(Number);
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) => fields[at]);
  return { parent, own: (user + system) / TICKS_PER_SECOND, ended: (endedUser + endedSystem) / TICKS_PER_SECOND };
}

/** Seconds of CPU that one process took. */
export const cpuOf = (pid: number) => timesOf(pid).own;

/** Seconds of CPU of PostgreSQL: the server, its running processes and those that ended. */
export function cpuOfPostgres(server: number): number {
  const { own, ended } = timesOf(server);
  let total = own + ended;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const times = timesOf(Number(name));
      if (times.parent === server) total += times.own;
    } catch {
      // It ended meanwhile.
    }
  }
  return total;
}
