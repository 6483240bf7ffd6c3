import { z } from "zod";
import { writeApiItem } from "../adapters/api.ts";
import { readWhatsAppItem, type WhatsAppItem } from "./read-item.ts";

// What is kept of WhatsApp has the shape of what an API channel is brought: a worker takes both in the same way. What Meta sent is kept
// beside it, for whoever downloads the original.

const Media = z.object({ id: z.string(), type: z.string(), name: z.string() });
type Media = z.output<typeof Media>;
const Waiting = z.looseObject({ media: Media.optional(), message: z.looseObject({ text: z.string() }) });

export interface StoredItem {
  bytes: Buffer;
  /** Its file has to be fetched first. */
  hasFile: boolean;
}

/** What this version cannot read is kept as it came: a worker will say so. */
export function toStore(bytes: Buffer): StoredItem {
  try {
    const item = readWhatsAppItem(bytes);
    const media = item.kind === "message" ? item.media : null;
    const shown = JSON.parse(writeApiItem(asApiItem(item)).toString()) as object;
    const original: unknown = JSON.parse(bytes.toString());
    return { bytes: Buffer.from(JSON.stringify({ ...shown, ...(media ? { media } : {}), original })), hasFile: media !== null };
  } catch {
    return { bytes, hasFile: false };
  }
}

const MAX_ID = 200;
const MAX_TEXT = 200_000;

function asApiItem(item: WhatsAppItem): Parameters<typeof writeApiItem>[0] {
  const { externalId, at } = item;
  if (item.kind === "message") {
    const { from, text, thread } = item;
    const message = { from: { address: from.address, name: from.name }, text: text.slice(0, MAX_TEXT), subject: "", at, thread, files: [] };
    return { kind: "message", external_id: externalId, message };
  }
  const { state, ours, error } = item;
  const known = { message: ours ?? externalId.slice(0, MAX_ID), external_id: externalId.slice(0, MAX_ID) };
  return { kind: "status", status: { ...known, state, at, ...(error === null ? {} : { error }) } };
}

/** The file that an item waits for. */
export const mediaOf = (bytes: Buffer): Media | undefined => Waiting.safeParse(JSON.parse(bytes.toString())).data?.media;

/** The item with its file, or with a word about it where it cannot be fetched. It no longer waits. */
export function withFile(bytes: Buffer, file: Buffer | null): Buffer {
  const { media, ...item } = Waiting.parse(JSON.parse(bytes.toString()));
  if (!media) return bytes;
  const { name, type } = media;
  const lost = `[${name} could not be fetched from WhatsApp]`;
  const added = file ? { files: [{ name, type, base64: file.toString("base64") }] } : { text: `${item.message.text}\n${lost}`.trim() };
  return Buffer.from(JSON.stringify({ ...item, message: { ...item.message, ...added } }));
}
