import type { z } from "zod";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { findUploaded } from "./find-import.ts";
import type { inspect } from "./operations.ts";
import { readHead } from "./read-head.ts";
import { readerFor } from "./run-batch.ts";
import * as store from "./store.ts";
import { suggestMapping, suggestMode } from "./suggest-mapping.ts";

const ROWS_SHOWN = 10;
const SAMPLES = 3;
const MAX_SAMPLE = 200;

/** The columns of the file, with the fields that they seem to be. */
export async function inspectFile(schemas: Schemas, call: Call<Member>, { id, ...shape }: z.output<(typeof inspect)["input"]>) {
  const file = await findUploaded(call, id, store.find);
  const schema = await schemas.of(call);
  const type = typeNamed(schema, file.type);
  const { encoding, delimiter, columns, rows } = await readHead(call.tx, call.actor.companyId, file, shape);
  const suggested = suggestMapping(schema, type, {
    columns,
    rows,
    delimiter,
    // Cells were noted with the delimiter and the encoding that the service found out.
    spellings: shape.delimiter || shape.encoding ? null : file.spellings,
    formats: readerFor(call, schema).formats,
  });
  return {
    encoding,
    delimiter,
    columns: columns.map((name, column) => ({
      column,
      name,
      samples: samplesOf(rows, column),
      ...(suggested[column] ?? { field: null, certainty: null, is_format_guessed: false }),
    })),
    ...suggestMode(type, suggested),
    rows: rows.slice(0, ROWS_SHOWN),
  };
}

const samplesOf = (rows: string[][], column: number) =>
  [...new Set(rows.map((cells) => (cells[column] ?? "").slice(0, MAX_SAMPLE)).filter(Boolean))].slice(0, SAMPLES);
