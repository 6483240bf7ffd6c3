import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "../kernel/errors.ts";

/** Turns the last row's id into a cursor that only the company and the list it was made for can use, and back. */
export interface Cursors {
  seal(companyId: string, list: string, lastId: string): string;
  open(companyId: string, list: string, cursor: string): string;
}

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
  function seal(companyId: string, list: string, lastId: string): string {
    const body = Buffer.from(lastId).toString("base64url");
    const signature = createHmac("sha256", secret).update(`cursor\n${companyId}\n${list}\n${body}`).digest().subarray(0, 16);
    return `${body}.${signature.toString("base64url")}`;
  }

  return {
    seal,
    open(companyId, list, cursor) {
      const lastId = Buffer.from(cursor.split(".", 1)[0] ?? "", "base64url").toString();
      // The whole text is compared: base64 has several spellings of the same bytes, and only ours is a cursor.
      const given = Buffer.from(cursor);
      const wanted = Buffer.from(seal(companyId, list, lastId));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        throw new AppError(400, "bad_cursor", "This cursor was not made here, or not for you. Start again without a cursor.");
      }
      return lastId;
    },
  };
}
