import { createHash, randomBytes } from "node:crypto";
import type { OutputOf } from "../src/contract.ts";
import type { Person } from "./service.ts";

export type Upload = OutputOf<"files.getUpload">;

/** Sends bytes of an upload as the web application does. */
export const sendPart = (url: string, { cookie }: Pick<Person, "cookie">, id: string, offset: number | string, body: RequestInit["body"]) =>
  fetch(`${url}/app/uploads/${id}?offset=${offset}`, {
    method: "PATCH",
    headers: { cookie, "content-type": "application/octet-stream" },
    body: body ?? null,
    duplex: "half",
  });

/** A large file that is never in memory as a whole: the same bytes again whenever a part of it is asked for. */
export function largeContent(size: number) {
  const block = randomBytes(1_048_576);
  const part = (from: number, to: number): Buffer => {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to;) {
      const n = Math.floor(at / block.length);
      const end = Math.min(to, (n + 1) * block.length);
      block.copy(bytes, at - from, at - n * block.length, end - n * block.length);
      // No two blocks are alike: their number is in their first bytes.
      if (at === n * block.length && end - at >= 4) bytes.writeUInt32BE(n, at - from);
      at = end;
    }
    return bytes;
  };
  return {
    size,
    part,
    sha256() {
      const hash = createHash("sha256");
      for (let at = 0; at < size; at += block.length) hash.update(part(at, Math.min(size, at + block.length)));
      return hash.digest("hex");
    },
  };
}
