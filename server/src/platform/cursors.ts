import { createCipheriv, createDecipheriv, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { AppError } from "../kernel/errors.ts";

/** Turns a position in a list into an encrypted cursor. It works only for the company and the list it was made for. */
export interface Cursors {
  seal(companyId: string, list: string, position: string): string;
  open(companyId: string, list: string, cursor: string): string;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
// The position of a feed grows with the number of transactions that run just then, of all companies. Its cursor must not.
const PAD_BYTES = 96;

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of a list. Reads one row more than the page holds, to know whether there is a next page.
 * `positionOf` is what the next page starts after; `read` gets it back, or nothing for the first page. `bytesOf` counts the bytes of a row,
 * where rows may be large: then a page may hold fewer rows than asked for.
 */
export async function readPage<Row>(
  cursors: Cursors,
  companyId: string,
  list: string,
  { limit, cursor }: PageRequest,
  read: (after: string | undefined, rows: number) => Promise<Row[]>,
  positionOf: (row: Row) => string,
  bytesOf?: (row: Row) => number,
): Promise<{ items: Row[]; next_cursor: string | null }> {
  const rows = await read(cursor ? cursors.open(companyId, list, cursor) : undefined, limit + 1);
  const size = bytesOf ? Math.min(limit, fitting(rows, bytesOf)) : limit;
  const last = rows[size - 1];
  const hasMore = rows.length > size && last !== undefined;
  return { items: rows.slice(0, size), next_cursor: hasMore ? cursors.seal(companyId, list, positionOf(last)) : null };
}

/** Larger pages would hold up the answers to others while they are written. */
const MAX_PAGE_BYTES = 4 * 2 ** 20;

/** How many of these rows fit on a page: at least one. */
export function fitting<Row>(rows: Row[], bytesOf: (row: Row) => number): number {
  let bytes = 0;
  const first = rows.findIndex((row, at) => (bytes += bytesOf(row)) > MAX_PAGE_BYTES && at > 0);
  return first === -1 ? rows.length : first;
}

/** With NUL characters, which no position has, up to a length that many positions share. */
function padded(position: string): Buffer {
  const bytes = Buffer.from(position);
  return Buffer.concat([bytes, Buffer.alloc((PAD_BYTES - (bytes.length % PAD_BYTES)) % PAD_BYTES)]);
}

/** While the installation's secret is changed, cursors that were made with the `other` one are read too. */
export function createCursors(secret: string, other?: string): Cursors {
  const current = cursorsOf(secret);
  const readers = [current, ...(other === undefined ? [] : [cursorsOf(other)])];
  return {
    seal: current.seal,
    open(companyId, list, cursor) {
      for (const { open } of readers) {
        const position = open(companyId, list, cursor);
        if (position !== undefined) return position;
      }
      throw new AppError(400, "bad_cursor", "This cursor is not valid here. Start again without a cursor.");
    },
  };
}

function cursorsOf(secret: string) {
  // Made into keys once: from bytes, it would be done anew for each cursor (bench:records, list cpu).
  const derive = (purpose: string) => createSecretKey(createHmac("sha256", secret).update(purpose).digest());
  const cipherKey = derive("cursor cipher");
  const ivKey = derive("cursor iv");
  const purposeOf = (companyId: string, list: string) => Buffer.from(`cursor\n${companyId}\n${list}`);

  function seal(companyId: string, list: string, position: string): string {
    const purpose = purposeOf(companyId, list);
    // Derived from what is sealed: the same position gives the same cursor, and no two positions share an IV.
    const iv = createHmac("sha256", ivKey).update(purpose).update("\n").update(position).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv(CIPHER, cipherKey, iv).setAAD(purpose);
    const body = Buffer.concat([cipher.update(padded(position)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  function unseal(companyId: string, list: string, cursor: string): string {
    const bytes = Buffer.from(cursor, "base64url");
    const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(purposeOf(companyId, list)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
    // Base64 can spell the same bytes in several ways, and only ours is a cursor.
    if (bytes.toString("base64url") !== cursor) throw new Error("spelled in another way");
    return text.replace(/\0+$/, "");
  }

  // Until version 0.1 a cursor was signed but not encrypted. Readers of the change feed keep theirs for a long time.
  function sealAsBefore(companyId: string, list: string, position: string): string {
    const body = Buffer.from(position).toString("base64url");
    const signature = createHmac("sha256", secret).update(`cursor\n${companyId}\n${list}\n${body}`).digest().subarray(0, 16);
    return `${body}.${signature.toString("base64url")}`;
  }

  return {
    seal,
    /** Undefined if it is not ours. */
    open(companyId: string, list: string, cursor: string): string | undefined {
      try {
        if (!cursor.includes(".")) return unseal(companyId, list, cursor);
        const position = Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString();
        const expected = sealAsBefore(companyId, list, position);
        if (expected.length === cursor.length && timingSafeEqual(Buffer.from(expected), Buffer.from(cursor))) return position;
      } catch {
        // Too short, or not ours: refused like any other.
      }
      return undefined;
    },
  };
}
