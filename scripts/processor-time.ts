import { readdirSync, readFileSync } from "node:fs";

/** Where a run writes what each test file, or each browser test, has cost. */
export const COSTS_FILE = process.env["TEST_COSTS"];

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used, with all that it started: those that run and those that have ended. Linux only. */
export function processorSeconds(root: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const family = new Set([root]);
  // A child may be listed before its parent.
  for (let known = 0; known < family.size;) {
    known = family.size;
    for (const one of processes) if (family.has(one.parent)) family.add(one.id);
  }
  const ticks = processes.filter((one) => family.has(one.id)).reduce((sum, one) => sum + one.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

function processOf(id: string): { id: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    // The name of the program is in brackets and may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return [{ id: Number(id), parent: fields[1] ?? 0, ticks: user + system + endedUser + endedSystem }];
  } catch {
    return []; // it has just ended
  }
}
