import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { FieldError } from "../../kernel/errors.ts";
import { planRecords, presentValues } from "../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../types/index.ts";
import { checkMapping } from "./check-mapping.ts";
import { readBatch } from "./read-batch.ts";
import { prepareReading, readCells } from "./read-cells.ts";
import { readHead, type Shape } from "./read-head.ts";
import { columnOf, idIn, problemOf, readerFor } from "./run-batch.ts";
import { saveRows } from "./save-rows.ts";
import { forgetKeys, type BadCells, type ImportRow, type Mapped, type RepeatedRows } from "./store.ts";

const ROWS_SHOWN = 10;
const ROWS_READ = 30; // blank ones are left out

interface Plan extends Shape {
  mapping: Mapped[];
  mode: "create" | "upsert";
  match?: string | undefined;
  bad_cells: BadCells;
  repeated_rows: RepeatedRows;
}

/** The first rows of the file with the result of a check and the values of their records. Writes nothing. */
export async function previewRows(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, file: ImportRow, plan: Plan) {
  const { companyId } = call.actor;
  const { encoding, delimiter, columns, firstByte, firstRow } = await readHead(call.tx, companyId, file, plan);
  const { mapping, match } = checkMapping(schema, type, columns, plan);
  const reading = prepareReading(type, mapping);
  const place = { next_byte: firstByte, next_row: firstRow, batch_rows: ROWS_READ };
  const batch = await readBatch(call.tx, companyId, { ...file, encoding, delimiter, ...place });
  const rows = batch.rows.filter((row) => row.cells.some((cell) => cell !== "")).slice(0, ROWS_SHOWN);
  const readable = rows.filter((row) => !problemOf(row));
  const reader = readerFor(call, schema);
  const given = readable.map((row) => ({ ...readCells(reading, row.cells, reader), id: idIn(reading, row), row: row.row }));
  const choices = { badCells: plan.bad_cells, repeatedRows: plan.repeated_rows, unknown: reading.unknown };
  const rules = { trialOf: file.id, importId: file.id, match, mapping, ...choices };
  const results = await saveRows(call, schema, type, rules, given);
  // A check starts without earlier rows, too.
  await forgetKeys(call.tx, companyId, file.id);
  const planned = await planRecords(
    call,
    schema,
    type,
    given.map((one) => ({ old: undefined, given: one.given, pointer: "" })),
  );
  const shown = await presentValues(
    call.tx,
    companyId,
    schema,
    type,
    planned.map((one) => one.values),
  );

  return rows.map((row) => {
    const broken = problemOf(row);
    const at = readable.indexOf(row);
    const result = results[at];
    const fieldErrors: FieldError[] = broken
      ? broken.reasons.map(({ message }) => ({ pointer: "", message }))
      : (result?.fieldErrors ?? []);
    const warnings = result?.warnings ?? [];
    const said = new Set(Object.keys(given[at]?.given ?? {}));
    return {
      row: row.row,
      status: broken ? ("failed" as const) : (result?.status ?? ("failed" as const)),
      values: Object.fromEntries(Object.entries(shown[at] ?? {}).filter(([key]) => said.has(key))),
      problems: [...fieldErrors, ...warnings].map((one) => {
        const key = one.pointer.slice(1);
        const column = columnOf(reading, key);
        return {
          row: row.row,
          column: (column === undefined ? undefined : columns[column]) ?? null,
          message: one.message,
          ...(one.hint ? { hint: one.hint } : {}),
          field: key || null,
          given: column === undefined ? "" : (row.cells[column] ?? "").slice(0, 200),
          is_left_empty: warnings.includes(one),
        };
      }),
      new_records: (result?.newRecords ?? []).map(({ field, name }) => ({ field, name })),
    };
  });
}
