import { promises as dns } from "node:dns";

const RESOLVE_MS = 2_000;
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
export function createResolver(servers?: string[]): Resolve {
  const resolver = new dns.Resolver({ timeout: RESOLVE_MS, tries: RESOLVE_TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    if (name === "localhost") return LOOPBACK;
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
