import { randomBytes } from "node:crypto";
import type { WhatsAppTemplate } from "./templates.ts";

export interface WhatsAppFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** What a message says: a text, a file that was brought over there, or a template with its values. */
export type WhatsAppContent =
  | { text: string }
  | { media: { id: string; kind: MediaKind; name: string }; text: string }
  | { template: Pick<WhatsAppTemplate, "name" | "language"> & { parameters?: string[]; values: string[] } };

type MediaKind = "image" | "video" | "audio" | "document";

/** The part of a message that differs between the kinds. */
export function bodyOf(content: WhatsAppContent): object {
  if ("template" in content) return templateOf(content.template);
  if ("text" in content && !("media" in content)) return { type: "text", text: { body: content.text, preview_url: false } };
  const { media, text } = content;
  const caption = text === "" || media.kind === "audio" ? {} : { caption: text };
  const name = media.kind === "document" ? { filename: media.name } : {};
  return { type: media.kind, [media.kind]: { id: media.id, ...caption, ...name } };
}

function templateOf({ name, language, parameters = [], values }: Extract<WhatsAppContent, { template: object }>["template"]) {
  // Numbers go by their order. A name has to be said.
  const given = values.map((text, at) => {
    const parameter = parameters[at] ?? "";
    return { type: "text", ...(/^\d*$/.test(parameter) ? {} : { parameter_name: parameter }), text };
  });
  const components = given.length > 0 ? { components: [{ type: "body", parameters: given }] } : {};
  return { type: "template", template: { name, language: { code: language }, ...components } };
}

const MAX_PICTURE = 5 * 1_048_576;

/** How WhatsApp shows a file. What it cannot show, or not with a text, it offers for download. */
export function mediaKindOf({ type, bytes }: Pick<WhatsAppFile, "type" | "bytes">, text: string): MediaKind {
  if (/^image\/(?:jpeg|png)$/.test(type) && bytes.length <= MAX_PICTURE) return "image";
  if (/^video\/(?:mp4|3gpp)$/.test(type)) return "video";
  if (/^audio\/(?:aac|amr|mpeg|mp4|ogg)$/.test(type) && text === "") return "audio";
  return "document";
}

export const boundaryOf = () => `kith-${randomBytes(24).toString("hex")}`;

/** A form with a file. Its name here says nothing: the one people see is in the message. */
export function multipartOf(boundary: string, { type, bytes }: WhatsAppFile): Buffer {
  // A type that is no type would begin another header.
  const safeType = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : "application/octet-stream";
  const field = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: ${safeType}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${field("messaging_product", "whatsapp")}${field("type", safeType)}${head}`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
