import type { FieldError } from "../../../kernel/errors.ts";
import type { RecordRow } from "../row.ts";
import { textIn } from "./text-size.ts";

/** docs/decisions/0043-record-size.md */
const MAX_RECORD_BYTES = 262_144;
// A character is at most three bytes: a record far below the limit need not be written out to know it.
const MAX_BYTES_OF_A_CHARACTER = 3;

/** Refuses a record that has become too large. One that was larger before may be changed, and must not grow. */
export function sizeError(row: RecordRow, old: RecordRow | undefined, pointer: string): FieldError | undefined {
  if (textIn(row.data) * MAX_BYTES_OF_A_CHARACTER <= MAX_RECORD_BYTES) return undefined;
  const bytes = bytesOf(row);
  if (bytes <= MAX_RECORD_BYTES || (old && bytes <= bytesOf(old))) return undefined;
  return {
    pointer,
    message: `This record would have ${bytes.toLocaleString("en-US")} bytes, and a record can have ${MAX_RECORD_BYTES.toLocaleString("en-US")}.`,
    hint: "Shorten its texts, or keep them as notes.",
  };
}

const bytesOf = ({ data }: RecordRow) => Buffer.byteLength(JSON.stringify(data));
