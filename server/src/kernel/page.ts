import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "./errors.ts";

/** Turns the last row's id into a cursor that only the company and the list it was made for can use, and back. */
export interface Cursors {
  seal(companyId: string, list: string, lastId: string): string;
  open(companyId: string, list: string, cursor: string): string;
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
