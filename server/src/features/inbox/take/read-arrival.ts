import { createHash } from "node:crypto";
import { cleanLine, cleanText } from "../../../platform/mime/clean-text.ts";
import { readMail } from "../../../platform/mime/read-mail.ts";
import type { MailFile, ReadMail } from "../../../platform/mime/read-mail-types.ts";
import { safeHtml } from "../../../platform/mime/safe-html.ts";
import { readApiItem, type ApiItem, type TakingChannel, type WaitingItem } from "../../channels/index.ts";
import type { Arrival, Incoming, StatusChange } from "./arrival.ts";

const MAX_SUBJECT = 1_000;
const MAX_NAME = 200;
const MAX_TEXT = 1_000_000;
const MAX_ADDRESS = 320;

/** What an item says. It throws a sentence for people where it cannot be read. */
export async function readArrival({ kind }: TakingChannel, item: WaitingItem): Promise<Arrival> {
  const { id, role, bytes, received_at: receivedAt, is_history: isHistory } = item;
  return { itemId: id, isHistory, role, content: await contentOf(kind, bytes, receivedAt) };
}

async function contentOf(kind: TakingChannel["kind"], bytes: Buffer, receivedAt: Date): Promise<Arrival["content"]> {
  if (kind === "email") return fromMail(await readMail(bytes), receivedAt);
  // What WhatsApp brings is kept in the shape of what a program brings.
  return fromProgram(kind, readApiItem(bytes), receivedAt);
}

function fromMail(mail: ReadMail, receivedAt: Date): Incoming {
  const { messageId: rfcId, date, inReplyTo, references, from, replyTo, to, cc, subject, text, html, quoteAt } = mail;
  const { key, kind, isList, bounce, authentication, kithMessage, files } = mail;
  const at = notAfter(date, receivedAt);
  const said = { from, replyTo, to, cc, subject, text, html, quoteAt, at };
  const facts = { kind, isList, bounce, authentication, kithMessage, files };
  // A bounce belongs to the mail that came back, though few of them say so in their headers.
  const lost = bounce?.originalMessageId;
  const names = { key, externalId: null, rfcId, inReplyTo, references: lost ? [...references, lost] : references };
  return { what: "message", ...names, ...said, ...facts };
}

/** A clock that runs ahead, or a sender who wants to be on top for ever. */
function notAfter(date: string | null, receivedAt: Date): Date {
  const at = date === null ? receivedAt : new Date(date);
  return at > receivedAt ? receivedAt : at;
}

function fromProgram(kind: ChatMessage["kind"], item: ApiItem, receivedAt: Date): Incoming | StatusChange {
  if (item.kind === "status") {
    const { message, state, external_id: externalId, error } = item.status;
    return { what: "status", message, state, externalId: externalId ?? null, error: error ?? null };
  }
  const { from, text, html, subject, at, thread, files } = item.message;
  const sent = files.map(({ name, type, base64 }) => ({
    name,
    type,
    contentId: null,
    bytes: Buffer.from(base64, "base64"),
    isInline: false,
  }));
  const names = namesOf(kind, thread, from.address);
  const said = at !== undefined && kind === "whatsapp" ? endOfSecond(at) : (at ?? null);
  return chat({ kind, id: item.external_id, names, from, subject, text, html, at: notAfter(said, receivedAt), files: sent });
}

/** WhatsApp names the second only. An answer to what we sent in the same second must not count as older. */
const endOfSecond = (at: string) => new Date(Math.floor(Date.parse(at) / 1_000) * 1_000 + 999).toISOString();

/**
 * What its conversation is called. Without a name of its own, everything that one sender writes is one conversation. Of WhatsApp it is the
 * id of a person, and their number besides: whoever wrote to them first knew only that.
 */
function namesOf(kind: ChatMessage["kind"], thread: string | undefined, address: string): string[] {
  if (thread === undefined) return [`sender:${address.toLowerCase()}`];
  return kind === "api" ? [`thread:${thread}`] : [...new Set([`thread:${address}`, `thread:${thread}`])];
}

interface ChatMessage {
  kind: "api" | "whatsapp";
  /** The other system's id of it. */
  id: string;
  /** Of the conversation; the last one counts most. */
  names: string[];
  from: { name: string; address: string };
  subject: string;
  text: string;
  html?: string | undefined;
  at: Date;
  files: MailFile[];
}

function chat({ kind, id, names, from, subject, text, html, at, files }: ChatMessage): Incoming {
  return {
    what: "message",
    key: createHash("sha256")
      .update(JSON.stringify([kind, id]))
      .digest("hex"),
    externalId: id,
    rfcId: null,
    inReplyTo: [],
    references: names.map((name) => cleanLine(name, MAX_NAME)),
    from: { name: cleanLine(from.name, MAX_NAME), address: cleanLine(from.address, MAX_ADDRESS) },
    replyTo: [],
    to: [],
    cc: [],
    subject: cleanLine(subject, MAX_SUBJECT),
    text: cleanText(text, MAX_TEXT),
    html: html === undefined ? null : safeHtml(html),
    quoteAt: null,
    at,
    kind: "mail",
    isList: false,
    bounce: null,
    authentication: "unknown",
    kithMessage: null,
    files,
  };
}
