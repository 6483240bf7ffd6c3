import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, operationId, sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { fileId } from "../files/operations.ts";
import { memberId } from "../members/operations.ts";
import { recordId, type } from "./inputs.ts";

export const attachmentId = id("att", "attachment");

const fileName = z.string().trim().min(1).max(200);
const ofRecord = { type: type.optional(), id: recordId };
const example = { type: "deal", id: sampleId("rec", 2) };

export const RecordFile = z
  .strictObject({
    id: attachmentId,
    file: fileId.describe("Its bytes: GET /files/{file}?of={id}"),
    name: z.string(),
    type: z.string().describe("Media type, found from the bytes"),
    size: z.int().describe("Bytes"),
    warning: z.string().nullable().describe("What is wrong with the ending of its name, if the bytes are something else"),
    picture: z.strictObject({ width: z.int(), height: z.int() }).nullable().describe("Of a picture that is safe to show"),
    by: z.strictObject({ id: memberId, name: z.string() }).nullable().describe("Who attached it"),
    created_at: time,
  })
  .register(schemaNames, { name: "RecordFile" });

export const attachFile = defineOperation({
  name: "records.attachFile",
  summary: "Attach a file that you uploaded, or may read, to a record",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}/{id}/files", status: 201 },
  example: { ...example, file: sampleId("fil"), name: "Offer 2026-114.pdf" },
  input: z.strictObject({ ...ofRecord, file: fileId, name: fileName.optional().describe("Left out: the name that it has") }),
  output: z.strictObject({ id: attachmentId, operation_id: operationId }),
});

export const files = defineOperation({
  name: "records.files",
  summary: "List the files of a record, the latest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/records/{type}/{id}/files" },
  example,
  input: z.strictObject({ ...ofRecord, ...pageInput }),
  output: pageOf(RecordFile).extend({ count: z.int() }).register(schemaNames, { name: "RecordFilePage" }),
});

export const renameFile = defineOperation({
  name: "records.renameFile",
  summary: "Give a file of a record another name",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/records/{type}/{id}/files/{attachment}" },
  example: { ...example, attachment: sampleId("att"), name: "Offer, signed.pdf" },
  input: z.strictObject({ ...ofRecord, attachment: attachmentId, name: fileName }),
  output: z.strictObject({ operation_id: operationId }),
});

export const removeFile = defineOperation({
  name: "records.removeFile",
  summary: "Remove a file from a record: undo brings it back for 30 days",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/records/{type}/{id}/files/{attachment}" },
  example: { ...example, attachment: sampleId("att") },
  input: z.strictObject({ ...ofRecord, attachment: attachmentId }),
  output: z.strictObject({ operation_id: operationId }),
});
