import { Agent, ProxyAgent, request, type Dispatcher } from "undici";
import { createAddressRules, type AllowedNetwork } from "./addresses.ts";
import { checkUrl, type Target } from "./check-url.ts";
import { ConnectError, createConnector, createResolver, type OutboundError, type Resolve } from "./connect.ts";

const TOTAL_MS = 15_000;
const MAX_READ = 65_536;
const MAX_KEPT = 1_024;
const MAX_HEADERS = 16_384;
const CONNECTIONS_PER_HOST = 10;

export interface OutboundRequest {
  url: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** 15 s unless said otherwise. */
  totalMs?: number;
}

export type OutboundAnswer =
  | { status: number; retryAfter: string | undefined; /** The start of the body, at most 1 kB. */ answer: Buffer; ms: number }
  | { error: OutboundError; ms: number };

interface Options {
  allowed?: readonly AllowedNetwork[];
  /** An egress proxy that every request goes through, by CONNECT. */
  proxy?: string | undefined;
  resolve?: Resolve;
  ca?: string | undefined;
}

/** The only way out of this service to addresses that somebody entered. It reaches public addresses and what the operator allows. */
export function createOutbound({ allowed = [], proxy, resolve = createResolver(), ca }: Options = {}) {
  const rules = createAddressRules(allowed);
  const dispatcher = proxy === undefined ? direct({ rules, resolve, ca }) : throughProxy(proxy, ca);

  async function post({ url, body, headers, totalMs = TOTAL_MS }: OutboundRequest): Promise<OutboundAnswer> {
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    const target = checkUrl(url, rules);
    if ("refused" in target) return { error: "blocked", ms: ms() };
    try {
      // undici's request() follows no redirect.
      const signal = AbortSignal.timeout(totalMs);
      const response = await request(target.url, { method: "POST", body, headers, dispatcher, signal });
      const answer = await readStart(response.body);
      const retryAfter = response.headers["retry-after"];
      return { status: response.statusCode, retryAfter: typeof retryAfter === "string" ? retryAfter : undefined, answer, ms: ms() };
    } catch (error) {
      return { error: classify(error), ms: ms() };
    }
  }

  /** Why this URL cannot be used, or nothing. A name that does not resolve today may do so tomorrow, so it is not refused. */
  async function check(url: string): Promise<string | undefined> {
    const target = checkUrl(url, rules);
    if ("refused" in target) return target.refused;
    if (proxy !== undefined || target.address !== undefined) return undefined;
    return (await leadsInside(target)) ? "This name leads to an address that is not on the public internet." : undefined;
  }

  async function leadsInside({ host, port }: Target): Promise<boolean> {
    const found = await resolve(host);
    if (host === "localhost") return !found.some((address) => rules.isAllowed(address, port));
    return found.some((address) => rules.isBlocked(address, port));
  }

  return { post, check, close: () => dispatcher.destroy() };
}

export type Outbound = ReturnType<typeof createOutbound>;

const LIMITS = {
  connections: CONNECTIONS_PER_HOST,
  pipelining: 1,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 30_000,
  headersTimeout: TOTAL_MS,
  bodyTimeout: TOTAL_MS,
  maxHeaderSize: MAX_HEADERS,
  // A receiver of webhooks is called with HTTP/1.1, whatever else it offers.
  allowH2: false,
} as const;

const direct = (options: Parameters<typeof createConnector>[0]): Dispatcher => new Agent({ ...LIMITS, connect: createConnector(options) });

// The proxy resolves the name, so it is the one that checks the address. A URL with an address is still checked here.
const throughProxy = (proxy: string, ca: string | undefined): Dispatcher =>
  new ProxyAgent({ ...LIMITS, uri: proxy, proxyTunnel: true, ...(ca === undefined ? {} : { requestTls: { ca } }) });

/** The start of an answer. The rest is not read: it may be endless. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < MAX_KEPT) chunks.push(chunk);
      read += chunk.length;
      if (read >= MAX_READ) break;
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_KEPT);
}

function classify(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectError) return cause.failure;
    const code = "code" in cause ? String(cause.code) : "";
    if (cause.name === "TimeoutError" || /TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
    if (["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"].includes(code)) return "refused";
    if (/CERT|TLS|SSL|UNABLE_TO|ALTNAME|SELF_SIGNED/.test(code)) return "tls";
    if (/^HPE_|HEADERS_OVERFLOW/.test(code)) return "not_http";
    // A proxy that answers CONNECT with anything but 200 does not let us through.
    if (/Proxy response \(\d+\)/.test(cause.message)) return "blocked";
  }
  return "cut";
}
