import { get, MAX_UPLOAD_BYTES } from "../../features/files/operations.ts";
import { getUpload, MAX_PART_BYTES, MIN_PART_BYTES } from "../../features/files/upload-operations.ts";
import { sampleId } from "../../platform/ids.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { header, refusalsOf, USUAL_HEADERS } from "./answers.ts";
import type { Json, Schemas } from "./schemas.ts";

const MEBIBYTE = 1_048_576;
const TAGS = { tags: ["files"] };

/** Files go as bytes and not as JSON, so they have routes of their own beside those of the operations. */
export function filePaths(schemas: Schemas): Record<string, Json> {
  const bytes = schemas.refer("FileBytes", { type: "string", format: "binary" });
  const file = schemas.answer(get.output, "UploadedFile");
  return {
    [`${REST_PREFIX}/files`]: { post: upload(bytes, file) },
    [`${REST_PREFIX}/files/{id}`]: { get: download(bytes, schemas) },
    [PART_PATH]: { patch: sendPart(bytes, schemas) },
  };
}

/** Its other methods are those of operations. */
const PART_PATH = `${REST_PREFIX}/uploads/{id}`;

const sendPart = (bytes: Json, schemas: Schemas): Json => ({
  operationId: "files.sendPart",
  summary: "Send the next part of an upload",
  description: `The body is the bytes from offset on: ${MIN_PART_BYTES} to ${MAX_PART_BYTES}, or all that are left. The answer says where the next part begins; that can be before the end of what was sent. After a call that failed ask for the upload, and go on from its offset.`,
  ...TAGS,
  parameters: [
    { name: "id", in: "path", required: true, schema: idOf(schemas), example: sampleId("upl") },
    {
      name: "offset",
      in: "query",
      required: true,
      schema: { type: "integer", minimum: 0, description: "Where the part begins in the file" },
      example: 0,
    },
  ],
  requestBody: { required: true, content: { [BYTES]: { schema: bytes, example: "M40: 0.5 to 40 m³/h" } } },
  responses: {
    200: {
      description: "Done",
      headers: USUAL_HEADERS,
      content: { "application/json": { schema: schemas.answer(getUpload.output, "Upload") } },
    },
    ...refusalsOf([400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 500, 503], {
      409: "The next part begins at another offset, which `errors` says, or the upload is finished",
      413: `The part is larger than ${MAX_PART_BYTES / MEBIBYTE} MiB, or goes beyond the end of the file`,
      415: "The content-type is none",
    }),
  },
});

const idOf = (schemas: Schemas) => (schemas.input(getUpload.input)["properties"] as Record<string, Json>)["id"];

const upload = (bytes: Json, file: Json): Json => ({
  operationId: "files.upload",
  summary: "Upload a file, to send it with a message",
  description: `The body is the file, up to ${MAX_UPLOAD_BYTES / MEBIBYTE} MiB. A larger one is sent in parts: begin with files.createUpload. Its type is what content-type says. It is deleted after a day, unless a message or a record has it.`,
  ...TAGS,
  parameters: [
    {
      name: "name",
      in: "query",
      required: false,
      schema: { type: "string", maxLength: 200, default: "file", description: "Shown to those who download it" },
      example: "data-sheet.txt",
    },
  ],
  requestBody: { required: true, content: { [BYTES]: { schema: bytes, example: "M40: 0.5 to 40 m³/h" } } },
  responses: {
    201: { description: "Done", headers: USUAL_HEADERS, content: { "application/json": { schema: file } } },
    ...refusalsOf([400, 401, 403, 409, 413, 414, 415, 422, 429, 500, 503], {
      413: `The file is larger than ${MAX_UPLOAD_BYTES / MEBIBYTE} MiB`,
      415: "The content-type is none",
    }),
  },
});

function download(bytes: Json, schemas: Schemas): Json {
  const { id, of } = schemas.input(get.input)["properties"] as Record<string, Json>;
  const content = { "*/*": { schema: bytes } };
  return {
    operationId: get.name,
    summary: "Download a file that you uploaded, or of a message that you see",
    ...TAGS,
    parameters: [
      { name: "id", in: "path", required: true, schema: id, example: sampleId("fil") },
      { name: "of", in: "query", required: false, schema: of },
      {
        name: "Range",
        in: "header",
        required: false,
        description: "A part of the file, such as bytes=0-1023",
        schema: { type: "string", maxLength: 100 },
      },
    ],
    responses: {
      200: { description: "All of it", headers: DOWNLOAD_HEADERS, content },
      206: {
        description: "The part",
        headers: { ...DOWNLOAD_HEADERS, "Content-Range": header("Which bytes, of how many", true) },
        content,
      },
      304: { description: "It is still the one of If-None-Match", headers: DOWNLOAD_HEADERS },
      ...refusalsOf([400, 401, 404, 414, 422, 429, 500, 503]),
    },
  };
}

export const BYTES = "application/octet-stream";

const DOWNLOAD_HEADERS = {
  ...USUAL_HEADERS,
  ETag: header("The SHA-256 of the bytes", true),
  "Content-Disposition": header("attachment, with its name", true),
  "Content-Security-Policy": header("A browser runs nothing in it", true),
  "Accept-Ranges": header("bytes", true),
};
