import { DATE_FORMATS, NUMBER_FORMATS } from "@kith/filter/values";
import { z } from "zod";
import { anyObject } from "../../platform/any-object.ts";
import { id, operationId, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId } from "../members/operations.ts";
import { recordId, typeInput } from "../records/operations.ts";

export const importId = id("imp", "import");
/** Every part but the last has exactly this many bytes, so that in base64 it fits a call. */
export const PART_BYTES = 700_000;
export const MAX_FILE_BYTES = 52_428_800;
/** The most that is read of a file at once. */
export const MAX_SLICE_BYTES = 2_097_152;
export const MAX_BASE64 = Math.ceil(PART_BYTES / 3) * 4;
/** The one target of a column that is not a field. */
export const ID_TARGET = "id";

const column = z.int().min(0).max(999).describe("Which column of the file, counted from 0");
const format = z
  .enum([...NUMBER_FORMATS, ...DATE_FORMATS])
  .optional()
  .describe("How the numbers or dates of this column are written. Left out: as the company writes them");
const shape = {
  encoding: z.enum(["utf-8", "windows-1252"]).optional().describe("How the file's letters are written; found out when left out"),
  delimiter: z.enum([",", ";", "\t", "|"]).optional().describe("What stands between two cells; found out when left out"),
};
const unknown = z
  .enum(["create", "leave_empty", "refuse_row"])
  .optional()
  .describe("A relation: what happens to a name that no record has. Left out: as bad_cells says");
const Mapped = z.strictObject({ column, field: z.string().max(60).describe("Key of the field, or id"), format, unknown });
const badCells = z
  .enum(["leave_empty", "refuse_row"])
  .describe("What happens to a cell that cannot be read. Name and the field that records are matched by always refuse the row");
const repeatedRows = z
  .enum(["refuse_row", "import"])
  .describe(
    "What happens to a row that is about the same record as an earlier one, or has its email. import: it changes that record, or makes another where mode is create",
  );
export const Sheet = z.strictObject({ name: z.string(), is_hidden: z.boolean() });
const mode = z.enum(["create", "upsert"]).describe("upsert: change the record that matches, create where none does");
const Problem = z.strictObject({ row: z.int(), column: z.string().nullable(), message: z.string(), hint: z.string().optional() });
const count = z.int();

const Import = z.strictObject({
  id: importId,
  type: z.string(),
  name: z.string(),
  size: z.int(),
  state: z.enum(["uploading", "reading", "ready", "checking", "checked", "running", "done", "failed", "undoing", "undone"]),
  created_by: z.strictObject({ id: memberId, name: z.string() }),
  mode: mode.nullable(),
  match: z.string().nullable(),
  mapping: z.array(Mapped).nullable(),
  bad_cells: badCells.nullable(),
  repeated_rows: repeatedRows.nullable(),
  sheets: z.array(Sheet).nullable().describe("Of a workbook; null for a CSV file"),
  sheet: z.int().nullable().describe("Which sheet is imported, counted from 0"),
  columns: z.array(z.string()).nullable(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  progress: z.number().min(0).max(1).describe("How much of the file the check or the import has read"),
  total_rows: count.nullable().describe("Known once the file is checked"),
  rows: count.describe("Rows read so far: created, updated, skipped and failed together"),
  created: count,
  updated: count,
  skipped: count.describe("Rows that changed nothing"),
  failed: count,
  warned: count.describe("Rows that were imported although a cell was left empty"),
  failure: z.string().nullable().describe("Why the whole import stopped"),
  operation_id: operationId.nullable(),
  restored: count.describe("Records whose import was undone"),
  kept: count.describe("Records that undo left alone because they were changed since"),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
});

export const create = defineOperation({
  name: "imports.create",
  summary: "Begin an import: announce the file, then send its parts",
  access: "member",
  effect: "write",
  input: z.strictObject({
    type: typeInput,
    name: z.string().trim().min(1, "Name the file.").max(200),
    size: z.int().min(1, "The file is empty.").max(MAX_FILE_BYTES, "The file is larger than 50 MiB. Split it in two."),
  }),
  output: z.strictObject({ id: importId, part_bytes: z.int().describe("Bytes in each part but the last"), parts: z.int() }),
});

export const addPart = defineOperation({
  name: "imports.addPart",
  summary: "Send one part of the file; the same part twice counts once",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: importId, position: z.int().min(0).max(999), base64: z.base64().max(MAX_BASE64) }),
  output: z.strictObject({ missing: z.int().describe("How many parts are still to come") }),
});

export const chooseSheet = defineOperation({
  name: "imports.chooseSheet",
  summary: "Choose which sheet of a workbook is imported",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: importId, sheet: z.int().min(0).max(199).describe("Counted from 0") }),
  output: Import,
});

export const inspect = defineOperation({
  name: "imports.inspect",
  summary: "Read the head of the file and suggest where its columns go",
  access: "member",
  effect: "read",
  input: z.strictObject({ id: importId, ...shape }),
  output: z.strictObject({
    encoding: z.enum(["utf-8", "windows-1252"]),
    delimiter: z.string(),
    columns: z.array(
      z.strictObject({
        column,
        name: z.string(),
        samples: z.array(z.string()),
        field: z.string().nullable(),
        certainty: z.enum(["name", "synonym", "content"]).nullable().describe("What the field was recognised by, the surest first"),
        format,
        is_format_guessed: z.boolean().describe("The column can be read in several formats, each with other values"),
        unknown,
      }),
    ),
    mode,
    match: z.string().nullable().describe("What records are best matched by"),
    rows: z.array(z.array(z.string())).describe("The first rows, as they are in the file"),
  }),
});

const plan = {
  mapping: z.array(Mapped).min(1, "Choose at least one column.").max(1_000),
  mode,
  match: z.string().max(60).optional().describe("upsert only: the email, phone or url field to match by, or id"),
  bad_cells: badCells.default("leave_empty"),
  repeated_rows: repeatedRows.default("refuse_row"),
  ...shape,
};

export const preview = defineOperation({
  name: "imports.preview",
  summary: "The first rows of the file as the records they would become",
  access: "member",
  effect: "read",
  needsWriteTransaction: true,
  input: z.strictObject({ id: importId, ...plan }),
  output: z.strictObject({
    rows: z.array(
      z.strictObject({
        row: z.int().describe("As a spreadsheet counts: the header is row 1"),
        status: z.enum(["created", "updated", "skipped", "failed"]),
        values: anyObject.describe("What the row says, as records show it"),
        problems: z.array(
          Problem.extend({
            field: z.string().nullable(),
            given: z.string().describe("What the file has there"),
            is_left_empty: z.boolean().describe("The row is imported without it"),
          }),
        ),
        new_records: z.array(z.strictObject({ field: z.string(), name: z.string() })).describe("Related records that the row makes"),
      }),
    ),
  }),
});

export const check = defineOperation({
  name: "imports.check",
  summary: "Try the whole file without writing anything; the report is in imports.get",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: importId, ...plan }),
  output: Import,
});

export const start = defineOperation({
  name: "imports.start",
  summary: "Import the file as it was checked",
  access: "member",
  effect: "write",
  input: z.strictObject({ id: importId }),
  output: Import,
});

export const get = defineOperation({
  name: "imports.get",
  summary: "How an import stands, with its first 100 problems and warnings",
  access: "member",
  effect: "read",
  input: z.strictObject({ id: importId }),
  output: Import.extend({
    problems: z.array(Problem).describe("Of the rows that were refused"),
    warnings: z.array(Problem).describe("Cells that were left empty"),
    by_column: z.array(
      z.strictObject({
        column: z.string(),
        field: z.string(),
        created: count.describe("Rows whose new record got a value"),
        updated: count.describe("Rows that changed the value of a record"),
        left_empty: count,
        reasons: z.array(z.strictObject({ message: z.string(), count })),
        new_records: count.describe("Related records that were made"),
      }),
    ),
    columns_not_imported: z.array(z.string()).describe("Columns of the file that go to no field"),
    repeats: z.strictObject({
      rows: count.describe("Rows that are about the same record as an earlier one"),
      groups: z.array(z.array(z.int())).describe("The first of them, with the row that they repeat"),
      field: z.string().nullable().describe("What they share"),
    }),
    kept_records: z
      .array(z.strictObject({ id: recordId, title: z.string(), reason: z.string() }))
      .describe("The first 100 that undo left alone"),
  }),
});

export const list = defineOperation({
  name: "imports.list",
  summary: "List your imports, newest first; an Admin sees everybody's",
  access: "member",
  effect: "read",
  input: z.strictObject({ ...pageInput }),
  output: pageOf(Import),
});

export const errors = defineOperation({
  name: "imports.errors",
  summary: "The rows that failed or have a warning, as CSV with the reason",
  access: "member",
  effect: "read",
  input: z.strictObject({ id: importId, which: z.enum(["refused", "warnings"]).default("refused"), cursor: pageInput.cursor }),
  output: z.strictObject({ csv: z.string().describe("The first page begins with the header"), next_cursor: z.string().nullable() }),
});

export const undo = defineOperation({
  name: "imports.undo",
  summary: "Undo an import, except for records changed since",
  access: "member",
  effect: "destroy",
  input: z.strictObject({ id: importId }),
  output: Import,
});
