import { Readable } from "node:stream";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { PIECE_BYTES, read } from "./operations.ts";

/**
 * The bytes of a file from `from` up to and without `to`, read a piece at a time as the receiver takes them: a slow one holds neither a
 * connection to the database nor the file in memory.
 */
export function readFileStream(execute: Execute, companyId: string, id: string, from: number, to: number): Readable {
  const call = asSystem(execute, companyId);
  async function* pieces() {
    for (let at = from; at < to; at += PIECE_BYTES) {
      const { chunks } = await call(read, { id, from: at, to: Math.min(at + PIECE_BYTES, to) });
      // The file was removed meanwhile. Ending here would look like a whole, shorter file.
      if (chunks.length === 0) throw new Error("the file is gone");
      yield* chunks;
    }
  }
  // One piece is read ahead of the receiver, not sixteen.
  return Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
}
