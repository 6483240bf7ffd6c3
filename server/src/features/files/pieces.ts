import type { Readable } from "node:stream";
import type { AppError } from "../../kernel/errors.ts";
import { PIECE_BYTES } from "./operations.ts";

/**
 * What comes in, in pieces that are all but the last of the same whole number of chunks. Each is in the same memory as the one before, so it is
 * done with when the next is asked for: a node that made room for each would hold a hundred of them until they are collected.
 */
export async function* piecesOf(stream: Readable, maxBytes: number, tooLarge: () => AppError): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let total = 0;
  let length = 0;
  // The stream stays open when reading ends early: the answer goes out on the same connection.
  for await (const part of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    total += part.length;
    if (total > maxBytes) throw tooLarge();
    for (let at = 0; at < part.length;) {
      const copied = part.copy(piece, length, at);
      at += copied;
      length += copied;
      if (length < PIECE_BYTES) continue;
      yield piece;
      length = 0;
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}
