import { refuseInTransaction } from "../../kernel/outside-transaction.ts";
import { inSpan, SpanKind, traceHeaders } from "../../kernel/tracing.ts";
import { createAddressRules, type AllowedNetwork } from "./addresses.ts";
import { checkUrl, pickAddress, type RefusedUrl, type Target } from "./check-url.ts";
import { createMailRoutes } from "./mail-routes.ts";
import { ConnectError, createResolver, type OutboundError, type Resolve } from "./resolve.ts";

export interface OutboundRequest {
  url: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** 15 s unless said otherwise. */
  totalMs?: number;
  /** How much of the answer to keep; 1 kB unless said otherwise, and never more than 64 kB. */
  keptBytes?: number;
  /** The receiver is told which trace the call belongs to. Left out: it learns nothing of it. */
  tellsTrace?: true;
}

export type OutboundAnswer =
  | { status: number; retryAfter: string | undefined; /** The start of the body. */ answer: Buffer; ms: number }
  | { error: OutboundError; ms: number };

export interface OutboundGet {
  url: string;
  headers: Record<string, string>;
  totalMs: number;
  maxBytes: number;
  /** How often it may lead elsewhere. None where the headers hold a secret: they would go along. */
  maxMoves?: number;
}

export type OutboundContent =
  | { status: number; /** Undefined if it is larger than asked for. */ body: Buffer | undefined }
  | { error: OutboundError };

/** How often an address may lead to another one. */
const MAX_MOVES = 3;

interface Options {
  allowed?: readonly AllowedNetwork[];
  /** An egress proxy that every request goes through, by CONNECT. */
  proxy?: string | undefined;
  /** Instead of those of the system. */
  nameServers?: string[];
  resolve?: Resolve;
  ca?: string | undefined;
}

/** The only way out of this service to addresses that somebody entered. It reaches public addresses and what the operator allows. */
export function createOutbound({ allowed = [], proxy, nameServers = [], resolve: look = createResolver(nameServers), ca }: Options = {}) {
  const resolve: Resolve = (...asked) => {
    refuseInTransaction("The look-up of a name");
    return look(...asked);
  };
  const rules = createAddressRules(allowed);
  let sender: ReturnType<typeof load> | undefined;
  const load = async () => (await import("./send.ts")).createSender({ rules, resolve, ca, proxy });

  // A proxy resolves names, so it is not known here whether the addresses of one are allowed.
  const canAllowNames = proxy === undefined && allowed.length > 0;
  function read(url: string): Target | RefusedUrl {
    const target = checkUrl(url, rules);
    return "refused" in target || target.notPublic === undefined || canAllowNames ? target : { refused: target.notPublic };
  }

  async function post({ url, body, headers, totalMs, keptBytes, tellsTrace }: OutboundRequest): Promise<OutboundAnswer> {
    refuseInTransaction("The network");
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    const target = read(url);
    if ("refused" in target) return { error: "blocked", ms: ms() };
    try {
      const { post: send } = await (sender ??= load());
      return { ...(await send(target.url, body, tellsTrace ? { ...headers, ...traceHeaders() } : headers, totalMs, keptBytes)), ms: ms() };
    } catch (error) {
      return { error: classify(error), ms: ms() };
    }
  }

  /** Reads an address, and where it leads: each further address is checked like the first. */
  async function get({ url, headers, totalMs, maxBytes, maxMoves = MAX_MOVES }: OutboundGet): Promise<OutboundContent> {
    refuseInTransaction("The network");
    const until = performance.now() + totalMs;
    let next = url;
    for (let moves = 0; moves <= maxMoves; moves++) {
      const target = read(next);
      if ("refused" in target) return { error: "blocked" };
      try {
        const { get: ask } = await (sender ??= load());
        const answer = await ask(target.url, headers, { totalMs: Math.max(Math.ceil(until - performance.now()), 1), maxBytes });
        if (answer.status < 300 || answer.status >= 400 || answer.location === undefined) return answer;
        next = URL.parse(answer.location, target.url.href)?.href ?? "";
      } catch (error) {
        return { error: classify(error) };
      }
    }
    return { error: "blocked" };
  }

  /** Why this URL cannot be used, or nothing. A name that does not resolve today may do so tomorrow, so it is not refused. */
  async function check(url: string): Promise<string | undefined> {
    const target = read(url);
    if ("refused" in target) return target.refused;
    if (proxy !== undefined || target.address !== undefined) return undefined;
    const found = await resolve(target.host);
    if (found.length === 0) return target.notPublic;
    if (pickAddress(found, target, rules) !== undefined) return undefined;
    return target.notPublic ?? "This name leads to an address that is not on the public internet.";
  }

  const mail = createMailRoutes({ rules, resolve, proxy, ca, canAllowNames });

  return {
    post: (request: OutboundRequest) => inSpan<OutboundAnswer>({ name: "POST", ...CALL }, () => post(request)),
    get: (request: OutboundGet) => inSpan<OutboundContent>({ name: "GET", ...CALL }, () => get(request)),
    check,
    mail,
    close: async () => (await sender)?.close(),
  };
}

/** Not where it went: the name of a host can be as secret as a path. */
const CALL = {
  kind: SpanKind.CLIENT,
  describe: (answer: OutboundAnswer | OutboundContent) =>
    "error" in answer ? { "error.type": answer.error } : { "http.response.status_code": answer.status },
};

export type Outbound = ReturnType<typeof createOutbound>;

function classify(error: unknown): OutboundError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectError) return cause.failure;
    const code = "code" in cause ? String(cause.code) : "";
    if (cause.name === "TimeoutError" || /TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
    if (["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"].includes(code)) return "refused";
    if (/CERT|TLS|SSL|UNABLE_TO|ALTNAME|SELF_SIGNED/.test(code)) return "tls";
    if (/^HPE_|HEADERS_OVERFLOW/.test(code)) return "not_http";
    // A proxy that answers CONNECT with 5xx could not reach the address; with anything else it does not let us through.
    const [, status] = /Proxy response \((\d+)\)/.exec(cause.message) ?? [];
    if (status !== undefined) return status.startsWith("5") ? "refused" : "blocked";
  }
  return "cut";
}
