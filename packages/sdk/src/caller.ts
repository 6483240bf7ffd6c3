import { errorOf, KithError } from "./errors.ts";
import type { Bytes, CallOptions, KithOptions } from "./options.ts";
import { tryUntilAnswered } from "./retry.ts";
import type { Wire } from "./wire.ts";

const VERSION = "0.1.0";
const TIMEOUT_MS = 30_000;
const RETRY_FOR_MS = 120_000;

export type Input = { [name: string]: unknown };
export type Call = (wire: Wire, input?: Input, options?: CallOptions) => Promise<unknown>;

/** Makes the function that sends any operation. */
export function createCaller({ url, apiKey, client, fetch: given, ...times }: KithOptions): Call {
  // The runtime names the whole header in its own error, and errors are logged.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError("apiKey is empty, or has characters that no key has.");
  const base = `${new URL(url).href.replace(/\/$/, "")}/api/v1`;
  const common = { "x-api-key": apiKey, "user-agent": `${client ? `${client} ` : ""}kith-sdk/${VERSION}` };

  return async (wire, input = {}, options = {}) => {
    const { address, rest } = addressOf(base, wire, input);
    const headers = new Headers(common);
    // Once per call: every try is then the same write.
    if (wire.marks.includes("key")) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
    const body = bodyOf(wire, rest, headers);
    // A redirect is not followed: the key would be sent to another address.
    const request: RequestInit = { method: wire.method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) };
    const send = given ?? globalThis.fetch;
    return tryUntilAnswered(async (signal) => read(wire, await send(address, { ...request, signal })), {
      timeoutMs: options.timeoutMs ?? times.timeoutMs ?? TIMEOUT_MS,
      retryForMs: options.retryForMs ?? times.retryForMs ?? RETRY_FOR_MS,
      signal: options.signal,
    });
  };
}

/** The address with what belongs into path and query, and what is left for the body. */
function addressOf(base: string, { method, path, query, hasBody }: Wire, input: Input): { address: string; rest: Input } {
  const rest = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${method} ${path} needs ${name}.`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  // Without a body everything is sent in the query, also a name that is not known here: the service refuses it and says what is meant.
  const names = hasBody ? query.filter((name) => name in rest) : Object.keys(rest);
  const words = new URLSearchParams();
  for (const name of names) {
    for (const value of [rest[name]].flat()) if (value !== undefined) words.append(name, asText(value));
    delete rest[name];
  }
  return { address: `${base}${filled}${words.size > 0 ? `?${words.toString()}` : ""}`, rest };
}

const asText = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

function bodyOf({ marks, hasBody }: Wire, rest: Input, headers: Headers): Bytes | undefined {
  if (marks.includes("bytes-in")) {
    const content = rest["content"] as Bytes;
    headers.set("content-type", (content instanceof Blob && content.type) || "application/octet-stream");
    return content;
  }
  if (!hasBody) return undefined;
  headers.set("content-type", "application/json");
  return JSON.stringify(rest);
}

async function read({ marks }: Wire, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorOf(response);
  if (marks.includes("bytes-out")) return response.blob();
  if (response.status === 204) return undefined;
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    // It may have been done, so it is not tried again as if it had not.
    throw new KithError({ code: "not_kith", status: response.status, message: "The answer is not JSON, so it is not from Kith.", cause });
  }
}
