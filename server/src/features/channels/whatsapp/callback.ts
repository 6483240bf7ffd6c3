import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Meta's signature of a callback: over its bytes as they came, so nothing is parsed before it was checked. */
export function isSignedBy(body: Buffer, header: string | undefined, appSecret: string): boolean {
  const [, given] = /^sha256=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (given === undefined) return false;
  return timingSafeEqual(Buffer.from(given, "hex"), createHmac("sha256", appSecret).update(body).digest());
}

/** One message or one status, as it came. */
export interface CallbackItem {
  /** Meta's id of the number it came to; null where the callback does not say. */
  phoneNumberId: string | null;
  sourceKey: string;
  bytes: Buffer;
}

const Callback = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.array(z.looseObject({ field: z.string().optional(), value: z.unknown() })) })),
});
// Loose: what one message lacks must not cost the others that came with it.
const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: z.string() }),
  contacts: z.array(z.unknown()).default([]),
  messages: z.array(z.unknown()).default([]),
  statuses: z.array(z.unknown()).default([]),
});

/** Every message and status of every change of every entry: Meta batches. A change of another kind, such as of a template, is left out. */
export function splitCallback(body: Buffer): CallbackItem[] {
  const { entry } = Callback.parse(JSON.parse(body.toString()));
  return entry.flatMap(({ changes }) => changes.filter(({ field }) => field === "messages").flatMap(({ value }) => splitValue(value)));
}

function splitValue(given: unknown): CallbackItem[] {
  const read = Value.safeParse(given);
  // A worker will say that it cannot be read, and the original can be downloaded.
  if (!read.success) return [itemOf(null, undefined, { kind: "unknown", value: given })];
  const { metadata, contacts, messages, statuses } = read.data;
  const number = metadata.phone_number_id;
  return [
    ...messages.map((message) =>
      itemOf(number, keyOf("message", message), { kind: "message", message, contact: contactOf(message, contacts) }),
    ),
    ...statuses.map((status) => itemOf(number, keyOf(`status/${textIn(status, "status")}`, status), { kind: "status", status })),
  ];
}

/** Without an id the content is the key: the same callback twice is still one item. */
function itemOf(phoneNumberId: string | null, sourceKey: string | undefined, content: object): CallbackItem {
  const bytes = Buffer.from(JSON.stringify(content));
  return { phoneNumberId, sourceKey: sourceKey ?? `sha256/${createHash("sha256").update(bytes).digest("hex")}`, bytes };
}

const MAX_KEY = 600;

function keyOf(kind: string, given: unknown): string | undefined {
  const id = textIn(given, "id");
  const key = `${kind}/${id}`;
  return id === undefined || key.length > MAX_KEY || key.includes("\u0000") ? undefined : key;
}

/** The name of whoever wrote: contacts stand beside the messages, in no promised order. */
function contactOf(message: unknown, contacts: unknown[]): unknown {
  const [phone, user] = [textIn(message, "from"), textIn(message, "from_user_id")];
  const isSame = (contact: unknown) =>
    (phone !== undefined && textIn(contact, "wa_id") === phone) || (user !== undefined && textIn(contact, "user_id") === user);
  return contacts.find(isSame);
}

function textIn(given: unknown, name: string): string | undefined {
  const value: unknown = typeof given === "object" && given !== null ? Reflect.get(given, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
