import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { importId, MAX_BASE64, MAX_SLICE_BYTES, Sheet } from "./operations.ts";

// What a worker asks for while it reads a file, checks it, saves its rows or takes them back.

const advance = z.strictObject({ id: importId });

export const openFile = defineOperation({
  name: "imports.openFile",
  summary: "How a file that was uploaded is to be read",
  access: "system",
  effect: "write",
  input: advance,
  output: z.strictObject({
    file: z
      .strictObject({
        size: z.int(),
        sheet: z.int().nullable(),
        csv: z.strictObject({ encoding: z.enum(["utf-8", "windows-1252"]), delimiter: z.string(), first_byte: z.int() }).nullable(),
      })
      .nullable()
      .describe("Null when there is nothing to do any more"),
  }),
});

export const readSlice = defineOperation({
  name: "imports.readSlice",
  summary: "A slice of an uploaded file",
  access: "system",
  effect: "read",
  input: z.strictObject({ id: importId, from: z.int().min(0), length: z.int().min(0).max(MAX_SLICE_BYTES) }),
  output: z.strictObject({ base64: z.string() }),
});

export const keepText = defineOperation({
  name: "imports.keepText",
  summary: "Keep a part of a sheet as CSV",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: importId, position: z.int().min(0).max(999), base64: z.base64().max(MAX_BASE64) }),
  output: z.strictObject({}),
});

export const settleFile = defineOperation({
  name: "imports.settleFile",
  summary: "The file is read: its columns can be chosen",
  access: "system",
  effect: "write",
  input: z.strictObject({
    id: importId,
    sheets: z.array(Sheet).nullable(),
    sheet: z.int().nullable(),
    text_size: z.int().nullable(),
    spellings: z.array(z.array(z.string())),
  }),
  output: z.strictObject({}),
});

export const step = defineOperation({
  name: "imports.step",
  summary: "Process the next batch of an import",
  access: "system",
  effect: "write",
  input: advance,
  output: z.strictObject({}),
});

export const shrinkBatches = defineOperation({
  name: "imports.shrinkBatches",
  summary: "Go on with smaller batches after one that could not be saved",
  access: "system",
  effect: "write",
  input: advance.extend({ is_slow: z.boolean().describe("It took too long; a row alone is then tried again later, not left out") }),
  output: z.strictObject({ can_go_on: z.boolean() }),
});

export const fail = defineOperation({
  name: "imports.fail",
  summary: "Stop an import that cannot go on",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: importId, reason: z.string() }),
  output: z.strictObject({}),
});
