export type WebhookErrorCode = "header_missing" | "wrong_time" | "wrong_signature" | "not_json" | "bad_secret";

/** A message that must not be trusted. Answer it with 401. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** What Kith sends. `data` depends on the type: `kith.webhooks.eventTypes()` has a sample of each. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: { [name: string]: unknown };
}

export interface WebhookRequest {
  /** As it arrived: parsed and printed again it would have another signature. */
  body: string | Uint8Array<ArrayBuffer>;
  headers: Headers | { [name: string]: string | string[] | undefined };
  /** One, or the new and the old one while a secret is being replaced. */
  secrets: string | string[];
  /** How old a message may be. Five minutes unless given. */
  toleranceSeconds?: number | undefined;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/** Returns the message of a webhook (Standard Webhooks) if its signature and its time are right, and throws a WebhookError otherwise. */
export async function verifyWebhook<Message = WebhookMessage>(request: WebhookRequest): Promise<Message> {
  const { body, toleranceSeconds = TOLERANCE_SECONDS } = request;
  const headers = new Map(entriesOf(request.headers));
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name) ?? "");
  if (!id || !timestamp || !signatures)
    throw new WebhookError("header_missing", "webhook-id, webhook-timestamp or webhook-signature is missing.");
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError("wrong_time", "The message is too old, or its clock is wrong.");

  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(" ").flatMap((one) => (one.startsWith("v1,") ? (fromBase64(one.slice("v1,".length)) ?? []) : []));
  for (const secret of [request.secrets].flat()) {
    const key = await importSecret(secret);
    for (const signature of given) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return parse<Message>(bytes);
  }
  throw new WebhookError("wrong_signature", "No signature is right for this message and these secrets.");
}

function entriesOf(headers: WebhookRequest["headers"]): [string, string][] {
  if (headers instanceof Headers) return [...headers];
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), String(value)]]));
}

async function importSecret(secret: string) {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new WebhookError("bad_secret", "A secret is whsec_ and base64, as it was shown once.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function parse<Message>(body: Uint8Array): Message {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Message;
  } catch (cause) {
    throw new WebhookError("not_json", "The signature is right, but the body is not JSON.", cause);
  }
}
