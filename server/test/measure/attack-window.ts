import { setTimeout } from "node:timers/promises";
import type { TestContext } from "node:test";
import type { Service } from "../service.ts";
import { startAttack, type AttackedNode } from "./attacked-node.ts";
import type { AttackerCompany, VictimCompany } from "./attacker-company.ts";
import type { Sent } from "./attacker-worker.ts";
import { median, p99, victimTimes, type Times } from "./victim.ts";

const GROWING_MS = 1_000;
const SETTLING_MS = 1_000;
const LOOK_EVERY_MS = 100;
const MIB = 1_048_576;

/** Twice as slow is what a neighbour may cost, but a call may always meet one that holds the event loop for as long as one may. */
const MAX_SLOWER = 2;
const FLOOR_MS = 100;
/** After garbage was collected: 128 KiB for each connection of the attacker, of which Node keeps some for the next ones. */
const MAX_KEPT_MIB = 128;
/** With bodies of 1 MiB under way, before garbage is collected. */
const MAX_PEAK_MIB = 1_024;
/** Beside the records that the attacker was allowed to store: those take as much as anybody's. */
const MAX_WRITTEN_MIB = 16;
const RECORD_KIB = 8;

export interface Window {
  quiet: Times;
  attacked: Times;
  sent: Sent;
  memory: { before: number; peak: number; after: number };
  disk: Disk & { after: Disk };
}

interface Disk {
  mib: number;
  records: number;
}

interface Attacking {
  service: Service;
  node: AttackedNode;
  attacker: AttackerCompany;
  victim: VictimCompany;
  attacks: string[];
  sockets: number;
  /** What else happens during the attack. */
  meanwhile?: () => Promise<unknown>;
}

/** What the victim, the node and the database went through: without the attack, and with it. */
export async function measureWindow({ service, node, attacker, victim, attacks, sockets, meanwhile }: Attacking): Promise<Window> {
  const quiet = await victimTimes(node.port, victim);
  const memory = { before: await node.keptMemory(), peak: 0, after: 0 };
  const disk = await diskOf(service);
  const looking = setInterval(() => (memory.peak = Math.max(memory.peak, node.memory())), LOOK_EVERY_MS);
  node.beginFault();
  const stop = await startAttack({ port: node.port, ...attacker, attacks, sockets });
  await setTimeout(GROWING_MS);
  const [attacked] = await Promise.all([victimTimes(node.port, victim), meanwhile?.()]);
  const sent = await stop();
  clearInterval(looking);
  await setTimeout(SETTLING_MS);
  memory.after = await node.keptMemory();
  return { quiet, attacked, sent, memory, disk: { ...disk, after: await diskOf(service) } };
}

async function diskOf({ database }: Service): Promise<Disk> {
  const [row] = await database.query("select pg_database_size(current_database()) as bytes, (select count(*) from records) as records");
  return { mib: Number(row?.["bytes"]) / MIB, records: Number(row?.["records"]) };
}

/** What the database grew by, without the records. */
const writtenMib = ({ mib, records, after }: Window["disk"]) => after.mib - mib - ((after.records - records) * RECORD_KIB) / 1_024;

export type Fault = "time" | "failed calls" | "memory" | "disk" | "no attack";

/** What a victim or an operator would complain of. */
export function faultsIn({ quiet, attacked, sent, memory, disk }: Window): Fault[] {
  const reached = Object.keys(sent.statuses).some((status) => !["0", "401", "429", "503"].includes(status));
  const found: Record<Fault, boolean> = {
    "no attack": !reached || "401" in sent.statuses,
    time: p99(attacked) > Math.max(MAX_SLOWER * p99(quiet), FLOOR_MS),
    "failed calls": Object.keys({ ...quiet.failed, ...attacked.failed }).length > 0,
    memory: memory.peak > MAX_PEAK_MIB || memory.after - memory.before > MAX_KEPT_MIB,
    disk: writtenMib(disk) > MAX_WRITTEN_MIB,
  };
  return (Object.keys(found) as Fault[]).filter((fault) => found[fault]);
}

export function tell(t: TestContext, { quiet, attacked, sent, memory, disk }: Window): void {
  const ms = (times: Times) => `${median(times).toFixed(1)} / ${p99(times).toFixed(0)} / ${times.sorted.at(-1)?.toFixed(0)} ms`;
  t.diagnostic(`victim, median / p99 / slowest of ${attacked.sorted.length} calls: quiet ${ms(quiet)}, attacked ${ms(attacked)}`);
  t.diagnostic(`victim's failed calls: quiet ${JSON.stringify(quiet.failed)}, attacked ${JSON.stringify(attacked.failed)}`);
  t.diagnostic(`victim's own process late by (p99): quiet ${quiet.lagMs.toFixed(1)} ms, attacked ${attacked.lagMs.toFixed(1)} ms`);
  t.diagnostic(`attacker: ${(sent.calls / sent.seconds).toFixed(0)} calls a second, ${JSON.stringify(sent.statuses)}`);
  t.diagnostic(`node: ${memory.before.toFixed(0)} MiB before, ${memory.peak.toFixed(0)} at most, ${memory.after.toFixed(0)} after`);
  const [grown, stored] = [disk.after.mib - disk.mib, disk.after.records - disk.records];
  t.diagnostic(
    `database: ${grown.toFixed(1)} MiB and ${stored} records more, for ${(sent.takenBytes / MIB).toFixed(1)} MiB of bodies that were taken`,
  );
}
