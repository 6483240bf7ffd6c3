import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "./errors.ts";

/** Turns the last row's position into a cursor that only the company it was made for can use, and back. */
export interface Cursors {
  seal(companyId: string, position: unknown): string;
  open<Position>(companyId: string, cursor: string): Position;
}

export function createCursors(secret: string): Cursors {
  const sign = (companyId: string, body: string) =>
    createHmac("sha256", secret).update(`cursor\n${companyId}\n${body}`).digest().subarray(0, 16);

  return {
    seal(companyId, position) {
      const body = Buffer.from(JSON.stringify(position)).toString("base64url");
      return `${body}.${sign(companyId, body).toString("base64url")}`;
    },
    open(companyId, cursor) {
      const [body = "", signature = ""] = cursor.split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(companyId, body);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        throw new AppError(400, "bad_cursor", "This cursor was not made here, or not for you. Start again without a cursor.");
      }
      return JSON.parse(Buffer.from(body, "base64url").toString());
    },
  };
}
