import { SECOND_MS } from "../kernel/clock.ts";
import { tooMany } from "../kernel/errors.ts";
import { createRecentUse } from "./recent-use.ts";
import { createTimeAccounts } from "./time-accounts.ts";

const MIB = 1_048_576;
/** What a company may use at once. */
const SAVED_MS = SECOND_MS;
/** So many calls make an average. */
const REMEMBERED_CALLS = 20;

/**
 * What every call takes of the event loop, let in or not: its headers are read, its caller is looked up, and it is answered. Without it
 * a company could have thousands of calls a second refused for nothing. One that was refused with
 * 429 took 0.24 to 0.34 ms of processor time.
 */
export const ARRIVAL_MS = 0.3;
/**
 * What it takes to read a body, also that of a call that is refused: it is read to its end, and forgotten. Measured: 1.0 to 1.2 ms.
 */
const READ_MS_PER_MIB = 1;
/** Longer ones are not read. */
const MAX_BODY_BYTES = MIB;

export interface CpuShares {
  /** Counts a call of the company, with a body of so many bytes, before anything else is asked about it. */
  arrive(companyId: string, bodyBytes: number): void;
  /**
   * Lets a call of a company in, until the function that it returns is called. Refuses it if the company has used up its share of this node,
   * or will have with the calls it has under way, while another company calls.
   */
  admit(companyId: string): () => void;
  /** Whether a call of the company would be let in. */
  hasTime(companyId: string): boolean;
  /** What it, or a network, has used lately. It is halved with each second. */
  usedMs(who: string): number;
  /** Whether it has used less than its fair part: what all have used, divided by how many they are. */
  isLight(who: string): boolean;
  /** Counts time of calls of a network whose company is not known. */
  spendUnknown(network: string, ms: number): void;
  /** Counts time that a call of the company held the event loop. */
  spend(companyId: string, ms: number): void;
}

/** What a company's calls cost lately. */
interface Usage {
  running: number;
  ended: number;
  ms: number;
}

/** A company's share of the event loop of this node: `percent` of the time, while another company calls. Alone it may use all of it. */
export function createCpuShares(percent: number, now?: () => number): CpuShares {
  const rate = percent / 100;
  const accounts = createTimeAccounts({ rate, savedMs: SAVED_MS }, now);
  const recent = createRecentUse(now);
  // In the order of use. Only companies with calls under way, or without all of their time, are in it.
  const usages = new Map<string, Usage>();

  // A call is paid for when it is over. Without this, as many as arrive at one time would all be let in for the last millisecond.
  const reservedMs = ({ running, ended, ms }: Usage) => (running * ms) / Math.max(1, ended);

  function enter(companyId: string): () => void {
    const usage = usages.get(companyId) ?? { running: 0, ended: 0, ms: 0 };
    usages.delete(companyId);
    usages.set(companyId, usage);
    usage.running++;
    return () => {
      usage.running--;
      usage.ended++;
      if (usage.ended >= 2 * REMEMBERED_CALLS) [usage.ended, usage.ms] = [usage.ended / 2, usage.ms / 2];
      for (const [id, { running }] of usages) {
        if (running > 0 || accounts.leftMs(id) < SAVED_MS) break;
        usages.delete(id);
      }
    };
  }

  function leftMs(companyId: string): number {
    const usage = usages.get(companyId);
    return accounts.leftMs(companyId) - (usage ? reservedMs(usage) : 0);
  }

  function spend(companyId: string, ms: number): void {
    accounts.spend(companyId, ms);
    recent.add(companyId, ms);
  }

  const hasTime = (companyId: string) => rate >= 1 || leftMs(companyId) > 0 || accounts.isAlone(companyId);

  return {
    arrive(companyId, bodyBytes) {
      spend(companyId, ARRIVAL_MS + (Math.min(bodyBytes, MAX_BODY_BYTES) / MIB) * READ_MS_PER_MIB);
    },
    admit(companyId) {
      accounts.noteCall(companyId);
      if (hasTime(companyId)) return enter(companyId);
      const waitSeconds = Math.max(1, Math.ceil(-leftMs(companyId) / rate / SECOND_MS));
      throw tooMany("Your company has used its share of this server's time, and others are waiting.", waitSeconds);
    },
    hasTime,
    usedMs: recent.of,
    isLight: (who) => recent.of(who) <= recent.fairPart(),
    spendUnknown: recent.add,
    spend(companyId, ms) {
      spend(companyId, ms);
      const usage = usages.get(companyId);
      if (usage) usage.ms += ms;
    },
  };
}
