import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Service } from "../service.ts";

const CALLERS = 12;

/**
 * Calls all the time, every fourth of them a write, and repeats nothing itself. Six keys, so that every node has some. With an Idempotency-Key on writes HAProxy may
 * send them again.
 */
export async function startCallers(service: Service, url: string, { withKeys }: { withKeys: boolean }) {
  const keys: string[] = [];
  for (let at = 0; at < 6; at++) keys.push((await (await service.given.admin()).key("front")).key);
  const bad: string[] = [];
  const names: string[] = [];
  let good = 0;
  const over = new AbortController();

  async function call(key: string, isWrite: boolean): Promise<void> {
    const name = randomUUID();
    if (isWrite) names.push(name);
    const headers = {
      "x-api-key": key,
      ...(isWrite ? { "content-type": "application/json" } : {}),
      ...(isWrite && withKeys ? { "idempotency-key": randomUUID() } : {}),
    };
    const init = isWrite ? { method: "POST", body: JSON.stringify({ values: { name } }) } : {};
    try {
      const answer = await fetch(`${url}/api/v1/records/deals${isWrite ? "" : "?limit=10"}`, { ...init, headers });
      await answer.text();
      if (answer.ok) good++;
      else bad.push(`${isWrite ? "write" : "read"} ${answer.status}`);
    } catch (error) {
      bad.push(`${isWrite ? "write" : "read"} ${String((error as Error).cause ?? error)}`);
    }
  }

  const running = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let at = 0; !over.signal.aborted; at++) {
      await call(keys[caller % keys.length] ?? "", at % 4 === 0);
      await setTimeout(5);
    }
  });
  return {
    names,
    async until(calls: number): Promise<void> {
      while (good + bad.length < calls) await setTimeout(50);
    },
    async stop(): Promise<{ good: number; bad: string[] }> {
      over.abort();
      await Promise.all(running);
      return { good, bad };
    },
  };
}
