import { createHash } from "node:crypto";
import { MAX_ID, MAX_REFERENCES } from "./limits.ts";
import type { Mailbox } from "./read-mail-types.ts";

/** The ids in a header such as References, without "<" and ">", in their order and each once. The first and the newest are kept. */
export function readIds(value: string): string[] {
  const found = Array.from(value.matchAll(/<([^<>\s]{1,250})>/g), ([, id]) => id ?? "");
  const ids = [...new Set(found)];
  return ids.length > MAX_REFERENCES ? [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)] : ids;
}

/** One id, as in Message-ID. Some programs write it without "<" and ">". */
export function readId(value: string): string | null {
  const [id] = readIds(value);
  if (id !== undefined) return id;
  const bare = value.trim();
  return bare !== "" && bare.length <= MAX_ID && !/[\s<>]/.test(bare) ? bare : null;
}

/** A date of mail in ISO 8601. A year that no mail has is a mistake or a trick, and the time of arrival counts instead. */
export function readDate(value: string): string | null {
  const at = Date.parse(value.slice(0, 100));
  if (Number.isNaN(at)) return null;
  const date = new Date(at);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 2100 ? date.toISOString() : null;
}

/**
 * What makes a mail the same mail in another folder, or under another number after the mailbox was rebuilt: its id, date and sender, which
 * a mailbox also tells without the mail itself. Null without an id: then only the bytes tell.
 */
export function messageKey(mail: { messageId: string | null; date: string | null; from: Mailbox | null }): string | null {
  if (mail.messageId === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([mail.messageId, mail.date, mail.from?.address.toLowerCase() ?? null]))
    .digest("hex");
}

/** The key of a mail without an id. */
export const bytesKey = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
