import { promises as dns } from "node:dns";
import { setTimeout } from "node:timers/promises";

const RESOLVE_MS = 2_000;
// Further tries and further name servers would add up: a person who saves an address waits for this.
const RESOLVE_TOTAL_MS = 4_000;
const RESOLVE_TRIES = 2;
const LOOPBACK = ["127.0.0.1", "::1"];

/** The classes of failure that people are shown. Details of the network behind them stay inside. */
export type OutboundError = "blocked" | "unresolved" | "refused" | "tls" | "timeout" | "cut" | "not_http";

export class ConnectError extends Error {
  readonly failure: OutboundError;
  constructor(failure: OutboundError) {
    super(failure);
    this.failure = failure;
  }
}

export type Resolve = (name: string) => Promise<string[]>;

/** Asks the name servers directly: the system's look-up occupies a thread for as long as a name server is silent. */
export function createResolver(servers: string[] = []): Resolve {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    if (name === "localhost") return LOOPBACK;
    const inTime = (answer: Promise<string[]>) => Promise.race([answer, setTimeout<string[]>(RESOLVE_TOTAL_MS, [], { ref: false })]);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)].map(inTime));
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
