import { before, SECOND_MS, type Clock } from "../../kernel/clock.ts";
import { MAX_WRITTEN } from "./operations.ts";
import { MAX_KEPT } from "./store.ts";

/** One call of a key. Never its query, body or answer. */
export interface SeenRequest {
  companyId: string;
  id: string;
  userId: string;
  keyId: string;
  at: Date;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  durationMs: number;
  code: string | null;
}

// Also a key of which somebody pasted a part. No id looks like that: ids begin with another word.
const KEYS = /kith[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/=_-]+/g;

/** Somebody may paste a key where an id belongs. */
const hideKeys = (path: string) => path.replaceAll(KEYS, "[hidden]");

interface Waiting {
  requests: SeenRequest[];
  refused: number;
}

interface Bookkeeping {
  clock: Clock;
  write(companyId: string, requests: SeenRequest[]): Promise<void>;
  /** Runs work after the answer has been sent. */
  afterwards(work: () => Promise<void>): void;
}

const WRITE_EVERY_MS = 5 * SECOND_MS;
/** The limits of a key bound how many calls are admitted, but not how many are refused with 429. Of those a few tell enough. */
const MAX_REFUSED = 10;
const TOO_MANY_REQUESTS = 429;

/**
 * Collects the calls of keys in this node's memory, so that a call writes nothing and waits for nothing, and writes them every few seconds,
 * company by company. What cannot be written is dropped: the log helps people to look, and nothing relies on it.
 */
export function createRequestLog({ clock, write, afterwards }: Bookkeeping) {
  let companies = new Map<string, Map<string, Waiting>>();
  let isAsked = false;

  function waitingFor(companyId: string, userId: string): Waiting {
    let users = companies.get(companyId);
    if (!users) companies.set(companyId, (users = new Map()));
    let waiting = users.get(userId);
    if (!waiting) users.set(userId, (waiting = { requests: [], refused: 0 }));
    return waiting;
  }

  async function flush(): Promise<void> {
    const taken = companies;
    companies = new Map();
    isAsked = false;
    const failures: unknown[] = [];
    for (const [companyId, users] of taken) {
      const requests = [...users.values()].flatMap((waiting) => waiting.requests);
      try {
        for (let at = 0; at < requests.length; at += MAX_WRITTEN) await write(companyId, requests.slice(at, at + MAX_WRITTEN));
      } catch (error) {
        // The calls of other companies are written all the same.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  const flushing = setInterval(() => {
    if (companies.size === 0 || isAsked) return;
    isAsked = true;
    afterwards(flush);
  }, WRITE_EVERY_MS).unref();

  return {
    add(request: Omit<SeenRequest, "at">): void {
      const waiting = waitingFor(request.companyId, request.userId);
      if (request.status === TOO_MANY_REQUESTS && ++waiting.refused > MAX_REFUSED) return;
      waiting.requests.push({ ...request, path: hideKeys(request.path), at: before(clock, request.durationMs) });
      // Only the latest are kept anyway. Cut at twice their number, so that it is not done for each call.
      if (waiting.requests.length >= 2 * MAX_KEPT) waiting.requests.splice(0, MAX_KEPT);
    },
    flush,
    stop: () => clearInterval(flushing),
  };
}
