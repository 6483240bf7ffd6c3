import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Change, Kith } from "@kith/sdk";
import { KithError } from "@kith/sdk";
import type { Given } from "./arguments.ts";
import { CALL_SECONDS, connect } from "./connect.ts";
import { UsageError } from "./errors.ts";
import { retrySeconds } from "./retry-seconds.ts";
import { safeText } from "./safe-text.ts";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);
const EVERY_MS = 500;
const TIMEOUT_MS = 15_000;
const MAX_TRIES = 5;
const PREFIX = "whsec_";

/** Sends each change to a program on this computer as a webhook would: no tunnel, because it is read from the change feed. */
export async function listen(given: Given): Promise<void> {
  const to = localAddress(given.own["to"] as string | undefined);
  const secret = process.env["KITH_WEBHOOK_SECRET"] || `${PREFIX}${randomBytes(32).toString("base64")}`;
  if (!secret.startsWith(PREFIX)) throw new UsageError("KITH_WEBHOOK_SECRET begins with whsec_.");
  const kith = connect({ retrySeconds: retrySeconds(given, CALL_SECONDS) });
  const input = given.input as { after?: string; type?: string; limit?: number };
  const wanted = new Set(((given.own["event-types"] as string | undefined) ?? "").split(",").filter(Boolean));
  const names = await namesOfMembers(kith);
  if (!process.env["KITH_WEBHOOK_SECRET"]) process.stderr.write(`The messages are signed with ${secret}\n`);
  for await (const { changes, position } of kith.follow({ ...input, after: input.after ?? "now", everyMs: EVERY_MS })) {
    if (changes.length === 0) process.stderr.write(`Waiting for changes. To go on from here later: --after ${position}\n`);
    for (const change of changes)
      if (wanted.size === 0 || wanted.has(change.kind))
        await deliver(to, secret, change.id, change.kind, await bodyOf(kith, names, change));
  }
}

function localAddress(given: string | undefined): string {
  const url = given && URL.canParse(given) ? new URL(given) : undefined;
  if (!url) throw new UsageError("webhooks listen needs --to, such as http://localhost:9000/kith.");
  // Records leave this computer otherwise, without anybody having made a webhook.
  if (!LOCAL.has(url.hostname)) throw new UsageError("--to must be on this computer. To send elsewhere, make a webhook.");
  return url.href;
}

async function namesOfMembers(kith: Kith): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { id, name } of kith.members.list({ limit: 100 })) names.set(id, name);
  return names;
}

/** The body of the webhook. What the feed does not know, the surface and the name of the key, is null. */
async function bodyOf(kith: Kith, names: Map<string, string>, change: Change): Promise<string> {
  const { id, type, title } = change.record;
  const record = await kith.records.get({ type, id }).catch((error: unknown) => {
    if (error instanceof KithError && error.status === 404) return null;
    throw error;
  });
  const data = {
    id,
    type,
    name: title,
    version: change.version,
    record,
    changes: change.changes,
    ...(change.merged_into ? { into: change.merged_into } : {}),
    actor: change.actor ? { id: change.actor, name: names.get(change.actor) ?? "" } : null,
    key: change.key ? { id: change.key, name: null } : null,
    via: null,
    operation_id: change.operation_id,
  };
  return JSON.stringify({ type: change.kind, timestamp: change.at, data });
}

/** Sends it until it is taken, five times at most, and says what was answered. */
async function deliver(to: string, secret: string, id: string, type: string, body: string): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const answer = await send(to, secret, id, body);
    process.stderr.write(`${safeText(`${type} ${id} ${answer}`)}\n`);
    if (/^2\d\d$/.test(answer)) return;
    if (tries < MAX_TRIES) await pause(EVERY_MS * 2 ** (tries - 1));
  }
}

async function send(to: string, secret: string, id: string, body: string): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const response = await fetch(to, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return "no answer";
  }
}
