import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { fileId, PIECE_BYTES, read } from "../../files/operations.ts";

/** In parts, so that no call holds much of the database's time. */
export async function bytesOf(
  execute: Execute,
  companyId: string,
  { fileId: id, size }: { fileId: string; size: number },
): Promise<Buffer> {
  const call = asSystem(execute, companyId);
  const pieces = [];
  for (let from = 0; from < size; from += PIECE_BYTES) {
    const { chunks } = await call(read, { id: fileId.encode(id), from, to: Math.min(size, from + PIECE_BYTES) });
    pieces.push(...chunks);
  }
  return Buffer.concat(pieces);
}
