import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Member } from "../../kernel/actor.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import type { WireOutput } from "../../kernel/operation.ts";
import { asSystem } from "../../platform/as-system.ts";
import { CHUNK_BYTES } from "../../platform/files/chunks.ts";
import { memberId } from "../members/operations.ts";
import { addBytes, dropUpload, finishUpload, MAX_UPLOAD_BYTES, startUpload } from "./operations.ts";
import { piecesOf } from "./pieces.ts";

/**
 * Keeps what a member sends while it comes in, a piece at a time, each in a transaction of its own: a slow sender holds no connection to
 * the database, and no file is in memory as a whole. What is cut off is forgotten; what dies with this process, by housekeeping.
 */
export async function receiveFile(
  execute: Execute,
  member: Member,
  { name, type }: { name: string; type: string },
  stream: Readable,
): Promise<WireOutput<typeof finishUpload>> {
  const call = asSystem(execute, member.companyId);
  const user = memberId.encode(member.userId);
  const { id } = await call(startUpload, { user });
  try {
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of piecesOf(stream, MAX_UPLOAD_BYTES, tooLarge)) {
      hash.update(piece);
      await call(addBytes, { id, first_chunk: size / CHUNK_BYTES, bytes: piece });
      size += piece.length;
    }
    if (size === 0) throw invalid([{ pointer: "", message: "The file is empty. Send its bytes as the body." }]);
    return await call(finishUpload, { id, user, name, type, sha256: hash.digest(), size });
  } catch (error) {
    await call(dropUpload, { id }).catch(() => undefined); // housekeeping will
    throw error;
  }
}

export const tooLarge = () =>
  new AppError(413, "file_too_large", "The file is larger than 25 MiB. Send it in parts: begin with POST /api/v1/uploads.", {
    headers: { connection: "close" }, // the rest of it is not read
  });
