import { cleanLine } from "./clean-text.ts";
import { MAX_ADDRESS, MAX_ID } from "./limits.ts";
import { readId } from "./message-ids.ts";
import type { Bounce, BouncedRecipient } from "./read-mail-types.ts";

interface Part {
  type: string;
  bytes: Uint8Array;
}

const MAX_REPORT = 256 * 1024;
const MAX_BOUNCED = 100;
const MAX_WORDS = 500;
const REPORTS = new Set(["message/delivery-status", "message/global-delivery-status"]);
const ORIGINALS = new Set(["message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers"]);

export const isReport = (type: string) => REPORTS.has(type) || type === "text/rfc822-headers" || type === "message/global-headers";

/** Reads a report of delivery (RFC 3464), or null if the parts hold none. */
export function readBounce(parts: readonly Part[]): Bounce | null {
  const report = parts.find((part) => REPORTS.has(part.type));
  if (!report) return null;
  const [about, ...recipients] = groupsOf(report.bytes);
  const original = parts.find((part) => ORIGINALS.has(part.type));
  return {
    envelopeId: envelopeIdOf(about?.get("original-envelope-id")),
    recipients: recipients.slice(0, MAX_BOUNCED).flatMap(recipientOf),
    originalMessageId: original ? readId(groupsOf(original.bytes)[0]?.get("message-id") ?? "") : null,
  };
}

type Fields = Map<string, string>;

/** Blocks of header fields with empty lines between them. The first of two fields of the same name counts. */
function groupsOf(bytes: Uint8Array): Fields[] {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_REPORT)).replaceAll(/\r\n?/g, "\n").trim();
  return text
    .replaceAll(/\n[ \t]+/g, " ")
    .split(/\n\n+/, MAX_BOUNCED + 1)
    .map((block) => {
      const fields: Fields = new Map();
      for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
        if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      }
      return fields;
    });
}

function recipientOf(fields: Fields): BouncedRecipient[] {
  // The original recipient is the one we wrote to; the final one may be where it was forwarded to.
  const address = typed(fields.get("original-recipient")) || typed(fields.get("final-recipient"));
  if (address === "") return [];
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec((fields.get("status") ?? "").slice(0, 50))?.[0] ?? "";
  return [
    {
      address: cleanLine(address, MAX_ADDRESS).replace(/^<(.*)>$/, "$1"),
      action: cleanLine(fields.get("action") ?? "", 20).toLowerCase(),
      status,
      words: cleanLine(typed(fields.get("diagnostic-code")), MAX_WORDS),
    },
  ];
}

/** "rfc822; ada@example.com" and "smtp; 550 No such user" name the kind of what follows. */
function typed(value: string | undefined): string {
  if (value === undefined) return "";
  const semicolon = value.indexOf(";");
  return (semicolon > 0 && semicolon < 30 ? value.slice(semicolon + 1) : value).trim();
}

/** Written as xtext (RFC 3461): "+2B" is a plus. */
function envelopeIdOf(value: string | undefined): string | null {
  if (value === undefined || value === "") return null;
  const plain = value
    .slice(0, MAX_ID * 3)
    .replaceAll(/\+([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return cleanLine(plain, MAX_ID) || null;
}
