import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { HOUR_MS } from "../../kernel/clock.ts";
import { AppError, conflict, invalid, notFound } from "../../kernel/errors.ts";
import { handle } from "../../kernel/handle.ts";
import { CHUNK_BYTES, writeChunks } from "../../platform/files/chunks.ts";
import { cleanName, cleanType } from "../../platform/files/clean-name.ts";
import { SHA256_START } from "../../platform/files/resumable-sha256.ts";
import * as stored from "../../platform/files/store-file.ts";
import { useFile } from "../../platform/files/uses.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { newId } from "../../platform/random.ts";
import { memberId } from "../members/operations.ts";
import { removeBytes } from "./jobs.ts";
import { fileMebibytes, unfinishedUploads } from "./quotas.ts";
import * as operations from "./upload-operations.ts";
import { MIN_PART_BYTES } from "./upload-operations.ts";
import * as store from "./upload-store.ts";

const MEBIBYTE = 1_048_576;
/** Housekeeping removes an upload that got no bytes for as long. */
const KEPT_MS = 24 * HOUR_MS;

export interface UploadNeeds {
  quotas: Quotas;
  maxFileBytes: number;
}

export function uploadHandlers({ quotas, maxFileBytes }: UploadNeeds) {
  return handle(operations, {
    async createUpload(call: Call<Member>, { name, size, type, sha256, tag }) {
      const { tx, actor, clock } = call;
      if (size > maxFileBytes) throw fileTooLarge(maxFileBytes);
      await quotas.take(call, fileMebibytes, Math.ceil(size / MEBIBYTE));
      await quotas.take(call, unfinishedUploads);
      const row = {
        id: newId(),
        user_id: actor.userId,
        file_id: await stored.startUpload(tx, actor.companyId, actor.userId),
        name: cleanName(name),
        type: cleanType(type),
        tag: tag ?? null,
        size,
        sha256: sha256 === undefined ? null : Buffer.from(sha256, "hex"),
        hashed: SHA256_START,
        created_at: clock.now(),
      };
      await store.insert(tx, actor.companyId, row);
      return present({ ...row, received: 0, active_at: row.created_at, finished_at: null });
    },

    async uploads({ tx, actor }) {
      return { items: (await store.listUnfinished(tx, actor.companyId, actor.userId)).map(present) };
    },

    async getUpload({ tx, actor }, { id }) {
      return present(known(await store.find(tx, actor.companyId, id, actor.userId)));
    },

    async cancelUpload({ tx, actor, enqueue }, { id }) {
      const { companyId, userId } = actor;
      const upload = known(await store.lock(tx, companyId, id, userId));
      await store.remove(tx, companyId, id);
      if (upload.finished_at === null) await enqueue(removeBytes, { company: companyId, file: upload.file_id });
      return {};
    },

    async readUpload({ tx, actor }, { id, user }) {
      const { size, received, hashed } = known(await store.find(tx, actor.companyId, id, user));
      return { size, received, hashed };
    },

    async addPiece({ tx, actor, clock }, { id, user, offset, bytes, hashed }) {
      const upload = at(offset, await store.lock(tx, actor.companyId, id, user));
      if (offset + bytes.length >= upload.size) throw new Error("the last piece of an upload has an operation of its own");
      await writeChunks(tx, actor.companyId, upload.file_id, offset / CHUNK_BYTES, bytes);
      await store.note(tx, actor.companyId, id, offset + bytes.length, hashed, clock.now());
      return {};
    },

    async addLastPiece({ tx, actor: { companyId }, clock, enqueue }, { id, user, offset, bytes, sha256 }) {
      const upload = at(offset, await store.lock(tx, companyId, id, user));
      const { file_id: uploaded, name, type, size } = upload;
      if (offset + bytes.length !== size) throw new Error("these are not the last bytes of the upload");
      if (upload.sha256 && !upload.sha256.equals(sha256)) throw otherBytes();
      await writeChunks(tx, companyId, uploaded, offset / CHUNK_BYTES, bytes);
      const { id: fileId, isNew } = await stored.promoteUpload(tx, companyId, uploaded, Buffer.from(sha256), size, user);
      await useFile(tx, companyId, { fileId, usedBy: memberId.encode(user), position: 0, name, type, contentId: null });
      await store.finish(tx, companyId, id, fileId, clock.now());
      // The same content was here already.
      if (!isNew) await enqueue(removeBytes, { company: companyId, file: uploaded });
      return {};
    },

    async removePiece({ tx, actor }, { file }) {
      return { is_done: !(await stored.removePiece(tx, actor.companyId, file)) };
    },
  });
}

const fileTooLarge = (maxBytes: number) =>
  new AppError(
    413,
    "file_too_large",
    `The file is larger than ${Math.floor(maxBytes / MEBIBYTE).toLocaleString("en-US")} MiB. Send a smaller one, or a link to it.`,
  );

/** Somebody else added bytes meanwhile, or the answer to the part before was lost. */
export function wrongPlace(received: number, isFinished: boolean): AppError {
  if (isFinished) return conflict("wrong_offset", "The upload is finished: all of its bytes are here.");
  const message = `The upload has ${received} bytes. Send what follows from there.`;
  return conflict("wrong_offset", message, [{ pointer: "/offset", message, expected: String(received) }]);
}

export const OTHER_BYTES = "other_bytes";
const otherBytes = () =>
  new AppError(
    422,
    OTHER_BYTES,
    "The bytes that arrived do not have the SHA-256 that was given. Upload the file again from its beginning.",
  );

export const noWholeChunk = () =>
  invalid([{ pointer: "", message: `Send at least ${MIN_PART_BYTES} bytes in a part, unless they are the last.` }]);

/** An upload of somebody else does not exist. */
function known(upload: store.UploadRow | undefined): store.UploadRow {
  if (!upload) throw notFound("Upload");
  return upload;
}

/** The upload, if its next byte is this one. It is locked, so that of two who send at once only one goes on. */
function at(offset: number, found: store.UploadRow | undefined): store.UploadRow {
  const upload = known(found);
  if (upload.finished_at !== null || upload.received !== offset) throw wrongPlace(upload.received, upload.finished_at !== null);
  return upload;
}

function present(row: Omit<store.UploadRow, "user_id" | "hashed" | "sha256">) {
  const { id, name, type, size, received: offset, tag, file_id: file, created_at, active_at, finished_at } = row;
  return {
    id,
    name,
    type,
    size,
    offset,
    tag,
    file: finished_at === null ? null : file,
    created_at,
    expires_at: new Date(active_at.getTime() + KEPT_MS),
  };
}
