import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Member } from "../../kernel/actor.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Execute } from "../../kernel/execute.ts";
import { asSystem } from "../../platform/as-system.ts";
import { newId } from "../../platform/random.ts";
import { addToSha256, endSha256 } from "../../platform/files/resumable-sha256.ts";
import { memberId } from "../members/operations.ts";
import { piecesOf } from "./pieces.ts";
import { noWholeChunk, OTHER_BYTES, wrongPlace } from "./upload-handlers.ts";
import { addLastPiece, addPiece, cancelUpload, MAX_PART_BYTES, MIN_PART_BYTES, readUpload } from "./upload-operations.ts";

const BLOCK_BYTES = 64;
/** Hashed at one go: longer would hold the event loop. A multiple of a block. */
const HASHED_AT_ONCE = 131_072;

/**
 * Keeps what a member sends of an upload from `offset` on, a piece at a time, each in a transaction of its own. What has come of a part that
 * is cut off stays, and the next request goes on behind it. Nothing of it is remembered by this process. `spend` is told how long it held
 * the event loop.
 */
export async function receivePart(
  execute: Execute,
  member: Member,
  { id, offset }: { id: string; offset: number },
  stream: Readable,
  spend: (ms: number) => void,
): Promise<void> {
  const call = asSystem(execute, member.companyId);
  const user = memberId.encode(member.userId);
  const { size, received, ...known } = await call(readUpload, { id, user });
  if (received !== offset || received === size) throw wrongPlace(received, received === size);
  let { hashed } = known;
  let at = offset;
  try {
    for await (const piece of piecesOf(stream, MAX_PART_BYTES, partTooLarge)) {
      if (at + piece.length > size) throw tooManyBytes(size);
      const isLast = at + piece.length === size;
      // The rest of a chunk is sent once more, by whoever goes on from the place in the answer.
      const whole = isLast ? piece : piece.subarray(0, piece.length - (piece.length % MIN_PART_BYTES));
      if (whole.length === 0) break;
      const blocks = whole.length - (whole.length % BLOCK_BYTES);
      hashed = await addTo(hashed, whole.subarray(0, blocks), spend);
      if (isLast) await end(endSha256(hashed, whole.subarray(blocks), size), whole);
      else await call(addPiece, { id, user, offset: at, bytes: whole, hashed });
      at += whole.length;
    }
  } finally {
    // What is refused in the middle is read to its end all the same: a client that still writes reads no answer.
    stream.resume();
  }
  if (at === offset) throw noWholeChunk();

  async function end(sha256: Buffer, bytes: Uint8Array): Promise<void> {
    try {
      await call(addLastPiece, { id, user, offset: at, bytes, sha256 });
    } catch (error) {
      // Nothing can become of these bytes.
      if (error instanceof AppError && error.code === OTHER_BYTES)
        await execute(cancelUpload, member, { id }, { id: newId(), surface: "system" }).catch(() => undefined); // housekeeping will
      throw error;
    }
  }
}

async function addTo(hashed: Uint8Array, bytes: Uint8Array, spend: (ms: number) => void): Promise<Uint8Array> {
  let state = hashed;
  for (let from = 0; from < bytes.length; from += HASHED_AT_ONCE) {
    if (from > 0) await setImmediate();
    const started = performance.now();
    state = addToSha256(state, bytes.subarray(from, from + HASHED_AT_ONCE));
    spend(performance.now() - started);
  }
  return state;
}

export const partTooLarge = () =>
  new AppError(413, "part_too_large", "The part is larger than 8 MiB. Send several, one after the other.", {
    headers: { connection: "close" }, // the rest of it is not read
  });

const tooManyBytes = (size: number) =>
  new AppError(413, "too_many_bytes", `The upload was announced with ${size} bytes, and these go beyond them. Cancel it and begin again.`, {
    headers: { connection: "close" },
  });
