import { Agent, Pool, ProxyAgent, request, type Dispatcher } from "undici";
import { CONNECT_MS, createConnector } from "./connect.ts";

const TOTAL_MS = 15_000;
const MAX_READ = 65_536;
const MAX_KEPT = 1_024;
const MAX_HEADERS = 16_384;
// Many companies may have webhooks at one host, and one of them may never be answered: callers bound what they send at once, not this.
const CONNECTIONS_PER_HOST = 1_000;

type Needs = Parameters<typeof createConnector>[0] & {
  proxy: string | undefined;
};

/** Sends requests with undici, which takes 30 MB: this file is loaded with the first request. */
export function createSender({ proxy, ...options }: Needs) {
  const dispatcher = proxy === undefined ? direct(options) : throughProxy(proxy, options.ca);
  return {
    async post(url: URL, body: string | Buffer, headers: Record<string, string>, totalMs = TOTAL_MS, keptBytes = MAX_KEPT) {
      // undici's request() follows no redirect.
      const signal = AbortSignal.timeout(totalMs);
      const response = await Promise.race([request(url, { method: "POST", body, headers, dispatcher, signal }), rejectedBy(signal)]);
      const answer = await readStart(response.body, keptBytes);
      const retryAfter = response.headers["retry-after"];
      return { status: response.statusCode, retryAfter: typeof retryAfter === "string" ? retryAfter : undefined, answer };
    },
    /** One request, no redirect. `body` is undefined if it is larger than asked for, and for a redirect. */
    async get(url: URL, headers: Record<string, string>, { totalMs, maxBytes }: { totalMs: number; maxBytes: number }) {
      const signal = AbortSignal.timeout(totalMs);
      const response = await Promise.race([request(url, { method: "GET", headers, dispatcher, signal }), rejectedBy(signal)]);
      const { location } = response.headers;
      const isMoved = response.statusCode >= 300 && response.statusCode < 400;
      const body = await Promise.race([readAll(response.body, isMoved ? 0 : maxBytes), rejectedBy(signal)]);
      return { status: response.statusCode, location: typeof location === "string" ? location : undefined, body };
    },
    close: () => dispatcher.destroy(),
  };
}

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
  new ProxyAgent({
    ...LIMITS,
    uri: proxy,
    proxyTunnel: true,
    proxyTls: { timeout: CONNECT_MS },
    requestTls: { timeout: CONNECT_MS, ...(ca === undefined ? {} : { ca }) },
    // A proxy that does not answer CONNECT would keep the connections of a receiver for ever.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: CONNECT_MS }),
  });

/** undici looks at its signal only once there is a connection. */
const rejectedBy = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));

/** The start of an answer. The rest is not read: it may be endless. */
async function readStart(body: Dispatcher.ResponseData["body"], keptBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (read < keptBytes) chunks.push(chunk);
      read += chunk.length;
      if (read >= MAX_READ) break;
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, keptBytes);
}

/** The whole answer, or undefined as soon as it is larger than `maxBytes`. */
async function readAll(body: Dispatcher.ResponseData["body"], maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > maxBytes) return undefined;
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}
