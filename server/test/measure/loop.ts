import type { Person, Service } from "../service.ts";
import { toolsList } from "../spec/ask.ts";

const LOOK_EVERY_MS = 2;

/**
 * The longest time that the event loop was held without a break while `run` went on, in milliseconds of this thread's own CPU time:
 * a busy machine does not lengthen it.
 */
export async function longestHold(run: () => Promise<unknown>): Promise<number> {
  let last = cpuMs();
  let longest = 0;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    await run();
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Waits until the MCP endpoint is there. It is loaded once, a second after the start, which holds the event loop for 0.1 s: a test that
 * comes just then would take that for its own call.
 */
export async function afterLoading(service: Service, person: Person): Promise<void> {
  const { key } = await person.call("keys.create", { name: "Loading" });
  await (await service.mcp(key, toolsList)).arrayBuffer();
}
