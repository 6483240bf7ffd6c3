import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../kernel/errors.ts";

/** Turns a place in a list into a cursor that only the company and the list it was made for can use, and that tells nobody anything. */
export interface Cursors {
  seal(companyId: string, list: string, place: string): string;
  open(companyId: string, list: string, cursor: string): string;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Wanted {
  limit: number;
  cursor?: string | undefined;
}

/**
 * One page of a list. Reads one row more than the page holds: that row tells whether there is a next page.
 * `positionOf` is what the next page starts after; `read` gets it back, or nothing for the first page.
 */
export async function readPage<Row>(
  cursors: Cursors,
  companyId: string,
  list: string,
  { limit, cursor }: Wanted,
  read: (after: string | undefined, rows: number) => Promise<Row[]>,
  positionOf: (row: Row) => string,
): Promise<{ items: Row[]; next_cursor: string | null }> {
  const rows = await read(cursor ? cursors.open(companyId, list, cursor) : undefined, limit + 1);
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last !== undefined;
  return { items: rows.slice(0, limit), next_cursor: hasMore ? cursors.seal(companyId, list, positionOf(last)) : null };
}

export function createCursors(secret: string): Cursors {
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest();
  const cipherKey = derive("cursor cipher");
  const ivKey = derive("cursor iv");
  const purposeOf = (companyId: string, list: string) => Buffer.from(`cursor\n${companyId}\n${list}`);

  function seal(companyId: string, list: string, place: string): string {
    const purpose = purposeOf(companyId, list);
    // Made from what is sealed: the same place is the same cursor, and no two places share an IV.
    const iv = createHmac("sha256", ivKey).update(purpose).update("\n").update(place).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv(CIPHER, cipherKey, iv).setAAD(purpose);
    const body = Buffer.concat([cipher.update(place, "utf8"), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
  }

  function unseal(companyId: string, list: string, cursor: string): string {
    const bytes = Buffer.from(cursor, "base64url");
    const decipher = createDecipheriv(CIPHER, cipherKey, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(purposeOf(companyId, list)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  }

  // Until version 0.1 a cursor was signed and could be read. Followers of the change feed keep theirs for a long time.
  function sealAsBefore(companyId: string, list: string, place: string): string {
    const body = Buffer.from(place).toString("base64url");
    const signature = createHmac("sha256", secret).update(`cursor\n${companyId}\n${list}\n${body}`).digest().subarray(0, 16);
    return `${body}.${signature.toString("base64url")}`;
  }

  return {
    seal,
    open(companyId, list, cursor) {
      try {
        const isOld = cursor.includes(".");
        const place = isOld ? Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString() : unseal(companyId, list, cursor);
        const wanted = isOld ? sealAsBefore(companyId, list, place) : seal(companyId, list, place);
        // The whole text is compared: base64 has several spellings of the same bytes, and only ours is a cursor.
        if (wanted.length === cursor.length && timingSafeEqual(Buffer.from(wanted), Buffer.from(cursor))) return place;
      } catch {
        // Too short, or not ours: refused like any other.
      }
      throw new AppError(400, "bad_cursor", "This cursor was not made here, or not for you. Start again without a cursor.");
    },
  };
}
