import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { bytes, id, sampleId, time } from "../../platform/ids.ts";
import { memberId } from "../members/operations.ts";
import { fileId } from "./operations.ts";

export const uploadId = id("upl", "upload");
/** The most that one request brings: seconds of a usual line, so that little is sent again when it is cut off. */
export const MAX_PART_BYTES = 8_388_608;
/** A part is kept in whole chunks of the store; only the last one ends where it likes. */
export const MIN_PART_BYTES = 262_144;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Expected a SHA-256 as 64 hexadecimal digits in lower case.");
const uploadTag = z.string().min(1).max(200);

const Upload = z
  .strictObject({
    id: uploadId,
    name: z.string(),
    type: z.string(),
    size: z.int().describe("Bytes that it has when it is finished"),
    offset: z.int().describe("Bytes that are here: the next part begins there"),
    tag: z.string().nullable().describe("What you find it by"),
    file: fileId.nullable().describe("The file, once all bytes are here"),
    created_at: time,
    expires_at: time.describe("When it is removed, unless more bytes come"),
  })
  .register(schemaNames, { name: "Upload" });

const one = z.strictObject({ id: uploadId });

export const createUpload = defineOperation({
  name: "files.createUpload",
  summary: "Begin to upload a large file, which is then sent in parts",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/uploads", status: 201 },
  example: { name: "site-survey.zip", size: 734_003_200, type: "application/zip", tag: "survey 2026" },
  input: z.strictObject({
    name: z.string().trim().min(1).max(200),
    size: z.int().min(1, "The file is empty.").describe("Bytes. There has to be room for all of them"),
    type: z.string().max(200).default("application/octet-stream").describe("Media type"),
    sha256: sha256.optional().describe("Of the whole file. Given, a file that arrives with another one is refused"),
    tag: uploadTag.optional().describe("A text of yours to find the upload by, such as a path"),
  }),
  output: Upload,
});

export const uploads = defineOperation({
  name: "files.uploads",
  summary: "Your uploads that are not finished",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/uploads" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(Upload) }).register(schemaNames, { name: "Uploads" }),
});

export const getUpload = defineOperation({
  name: "files.getUpload",
  summary: "How far an upload is, to go on where it stopped",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/uploads/{id}" },
  example: { id: sampleId("upl") },
  input: one,
  output: Upload,
});

export const cancelUpload = defineOperation({
  name: "files.cancelUpload",
  summary: "Cancel an upload and delete what has arrived of it",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/uploads/{id}", status: 204 },
  example: { id: sampleId("upl", 1) },
  input: one,
  output: z.strictObject({}),
});

const ofUser = one.extend({ user: memberId });

export const readUpload = defineOperation({
  name: "files.readUpload",
  summary: "Where the next part of an upload begins, and the hash so far",
  access: "system",
  effect: "read",
  input: ofUser,
  output: z.strictObject({ size: z.int(), received: z.int(), hashed: bytes }),
});

const piece = ofUser.extend({ offset: z.int().min(0), bytes });

export const addPiece = defineOperation({
  name: "files.addPiece",
  summary: "Keep the next bytes of an upload",
  access: "system",
  effect: "write",
  input: piece.extend({ hashed: bytes }),
  output: z.strictObject({}),
});

export const addLastPiece = defineOperation({
  name: "files.addLastPiece",
  summary: "Keep the last bytes of an upload: it becomes a file",
  access: "system",
  effect: "write",
  input: piece.extend({ sha256: bytes }),
  output: z.strictObject({}),
});

export const removePiece = defineOperation({
  name: "files.removePiece",
  summary: "Remove a few of the bytes that nobody uploads any more",
  access: "system",
  effect: "write",
  input: z.strictObject({ file: fileId }),
  output: z.strictObject({ is_done: z.boolean() }),
});
