import { ANY_TYPE } from "../../platform/files/clean-name.ts";

/** What a browser does not run, under any name. Everything else is any bytes, whatever its sender called it. */
const SAFE_TYPES = new Set([
  "application/pdf",
  "application/zip",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.oasis.opendocument.spreadsheet",
  "application/vnd.oasis.opendocument.text",
  "audio/mpeg",
  "audio/ogg",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/webp",
  "text/calendar",
  "text/csv",
  "text/plain",
  "video/mp4",
]);

interface Shown {
  name: string;
  type: string;
  sha256: string;
}

/** Headers with which a file from a stranger is only ever saved: never run, never shown as a page of ours, never guessed at. */
export function fileHeaders({ name, type, sha256 }: Shown): Record<string, string> {
  return {
    "content-type": SAFE_TYPES.has(type) ? type : ANY_TYPE,
    "content-disposition": disposition(name),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
    etag: `"${sha256}"`,
    // Kept by the reader's own browser, and asked for again each time: who may see it can change.
    "cache-control": "private, no-cache",
  };
}

/** RFC 6266: the name in ASCII for old programs, and as it is (RFC 8187) for all others. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]/gu, "_").replaceAll(/["\\%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
