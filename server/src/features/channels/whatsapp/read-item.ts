import { z } from "zod";
import { officialPhone } from "./phones.ts";

/** Who wrote. A phone number may be absent; the id of a person inside one business is then all there is. */
interface Writer {
  /** `+31612345678`, or the id. */
  address: string;
  name: string;
  userId: string | null;
}

/** A file that came with a message. */
interface MediaOf {
  id: string;
  type: string;
  name: string;
}

export type WhatsAppItem =
  | {
      kind: "message";
      externalId: string;
      from: Writer;
      /** One person is one conversation. */
      thread: string;
      text: string;
      at: string;
      /** The message it answers. */
      repliesTo: string | null;
      media: MediaOf | null;
    }
  | {
      kind: "status";
      externalId: string;
      /** What we gave with the message: its own id. */
      ours: string | null;
      state: "sent" | "delivered" | "read" | "failed";
      error: string | null;
      at: string;
    };

const MEDIA = ["image", "document", "audio", "video", "sticker"] as const;
const Media = z.looseObject({
  id: z.string().regex(/^[\w-]{1,200}$/),
  mime_type: z.string().max(200).optional(),
  filename: z.string().max(500).optional(),
  caption: z.string().optional(),
});

const Message = z.looseObject({
  id: z.string(),
  from: z.string().optional(),
  from_user_id: z.string().optional(),
  timestamp: z.coerce.number(),
  type: z.string().optional(),
  text: z.looseObject({ body: z.string() }).optional(),
  button: z.looseObject({ text: z.string() }).optional(),
  reaction: z.looseObject({ emoji: z.string().optional() }).optional(),
  location: z.looseObject({ latitude: z.number(), longitude: z.number(), name: z.string().optional() }).optional(),
  interactive: z
    .looseObject({
      button_reply: z.looseObject({ title: z.string() }).optional(),
      list_reply: z.looseObject({ title: z.string() }).optional(),
    })
    .optional(),
  context: z.looseObject({ id: z.string().optional() }).optional(),
  ...Object.fromEntries(MEDIA.map((kind) => [kind, Media.optional()])),
});
type Message = z.output<typeof Message>;

const Stored = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("message"),
    message: Message,
    contact: z
      .looseObject({ profile: z.looseObject({ name: z.string().optional(), username: z.string().optional() }).optional() })
      .optional(),
  }),
  z.object({
    kind: z.literal("status"),
    status: z.looseObject({
      id: z.string(),
      status: z.enum(["sent", "delivered", "read", "failed"]),
      timestamp: z.coerce.number(),
      biz_opaque_callback_data: z.string().optional(),
      errors: z
        .array(z.looseObject({ code: z.number().optional(), title: z.string().optional(), message: z.string().optional() }))
        .optional(),
    }),
  }),
]);

const MAX_NAME = 200;
const MAX_ERROR = 300;
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** Reads what `splitCallback` kept. It throws for what this version does not know; a worker writes that down. */
export function readWhatsAppItem(bytes: Buffer): WhatsAppItem {
  const stored = Stored.parse(JSON.parse(bytes.toString()));
  if (stored.kind === "message") return messageOf(stored.message, stored.contact?.profile);
  const { id, status, timestamp, biz_opaque_callback_data: ours, errors = [] } = stored.status;
  const error = errors.map(({ code, title, message }) => `${message ?? title ?? "Not delivered"}${code ? ` (${code})` : ""}`).join("; ");
  return {
    kind: "status",
    externalId: id,
    ours: ours ?? null,
    state: status,
    error: status === "failed" ? (error || "WhatsApp did not deliver it and gave no reason.").slice(0, MAX_ERROR) : null,
    at: timeOf(timestamp),
  };
}

type Profile = { name?: string | undefined; username?: string | undefined };

function messageOf(message: Message, profile: Profile = {}): WhatsAppItem {
  const phone = message.from === undefined ? undefined : officialPhone(message.from);
  const address = phone ?? message.from_user_id;
  if (address === undefined) throw new Error("the message names nobody who wrote it");
  const media = mediaOf(message);
  return {
    kind: "message",
    externalId: message.id,
    from: { address, name: (profile.name ?? profile.username ?? "").slice(0, MAX_NAME), userId: message.from_user_id ?? null },
    thread: message.from_user_id ?? address,
    text: textOf(message, media?.caption),
    at: timeOf(message.timestamp),
    repliesTo: message.context?.id ?? null,
    media: media && {
      id: media.id,
      type: media.mime_type ?? "application/octet-stream",
      name: media.filename ?? nameOf(message.type, media.mime_type),
    },
  };
}

function mediaOf(message: Message): z.output<typeof Media> | null {
  const kind = MEDIA.find((one) => one === message.type);
  return kind === undefined ? null : Media.parse(message[kind]);
}

const nameOf = (kind = "file", type = "") => `${kind}.${/^[a-z]+\/([a-z0-9]{1,8})\b/.exec(type)?.[1] ?? "bin"}`;

function textOf(message: Message, caption: string | undefined): string {
  const { text, button, interactive, reaction, location, type = "unknown" } = message;
  if (location) return `${location.name ? `${location.name}, ` : ""}${location.latitude}, ${location.longitude}`;
  const written =
    text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? caption ?? reaction?.emoji;
  if (written !== undefined) return written;
  return MEDIA.some((one) => one === type) ? "" : `[A message of the kind ${type.slice(0, 40)}, which cannot be shown here]`;
}
