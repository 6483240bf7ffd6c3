import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { bytes, id, sampleId, time } from "../../platform/ids.ts";
import { memberId } from "../members/operations.ts";

export const fileId = id("fil", "file");
/** Of a file that comes in one request. A larger one comes in parts. */
export const MAX_UPLOAD_BYTES = 26_214_400;
/** The most that one call writes or reads: four chunks. */
export const PIECE_BYTES = 1_048_576;

const File = z.strictObject({
  id: fileId,
  name: z.string(),
  type: z.string().describe("Media type, as the sender said"),
  size: z.int().describe("Bytes"),
  sha256: z.string().describe("Of the bytes, in hexadecimal"),
  created_at: time,
});

export const get = defineOperation({
  name: "files.get",
  summary: "What is known of a file that you may download",
  access: "member",
  effect: "read",
  input: z.strictObject({
    id: fileId,
    of: z
      .string()
      .regex(/^[a-z]{3,4}_[0-9a-z]{26}$/, "Expected the id of what shows the file, such as a message.")
      .optional()
      .describe("Id of what shows the file. Left out: the latest that you may see"),
  }),
  output: File,
  example: { id: sampleId("fil") },
});

const upload = z.strictObject({ id: fileId });

export const startUpload = defineOperation({
  name: "files.startUpload",
  summary: "Begin to receive a file",
  access: "system",
  effect: "write",
  input: z.strictObject({ user: memberId }),
  output: upload,
});

export const addBytes = defineOperation({
  name: "files.addBytes",
  summary: "Keep the next bytes of an upload",
  access: "system",
  effect: "write",
  input: upload.extend({ first_chunk: z.int().min(0), bytes }),
  output: z.strictObject({}),
});

export const finishUpload = defineOperation({
  name: "files.finishUpload",
  summary: "All bytes are here: the uploader may use the file",
  access: "system",
  effect: "write",
  input: upload.extend({ user: memberId, name: z.string(), type: z.string(), sha256: bytes, size: z.int() }),
  output: File,
});

export const dropUpload = defineOperation({
  name: "files.dropUpload",
  summary: "Forget an upload that was cut off",
  access: "system",
  effect: "write",
  input: upload,
  output: z.strictObject({}),
});

export const read = defineOperation({
  name: "files.read",
  summary: "A part of a file",
  access: "system",
  effect: "read",
  input: z.strictObject({ id: fileId, from: z.int().min(0), to: z.int().min(0) }),
  output: z.strictObject({ chunks: z.array(bytes) }),
});
