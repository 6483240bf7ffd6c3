import { createReadStream } from "node:fs";
import { unguard } from "../csv.ts";
import { InputError } from "../errors.ts";
import { readCsvRows } from "./csv-rows.ts";
import type { Form, Place } from "./read-rows.ts";

interface Head {
  /** None: the rows are lines of JSON. */
  columns: string[];
  delimiter: string;
  /** Where the first row begins. */
  start: Place;
}

const MAX_HEAD_BYTES = 1 << 20;
const BOM = Buffer.from("\uFEFF");
const DELIMITERS = [",", ";", "\t"];

/** The first row of a CSV. Of standard input it is taken away, and the rows are what follows. */
export async function readHead(file: string | undefined, form: Form): Promise<Head> {
  if (form === "lines") return { columns: [], delimiter: "", start: { position: 0, line: 1 } };
  const bytes = file === undefined ? await takeFromInput() : await firstBytes(file);
  const marked = bytes.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const text = bytes.subarray(marked);
  const delimiter = delimiterOf(text);
  const [head] = readCsvRows(text, delimiter, true).rows;
  if (!head) throw new InputError("The file is empty: its first row must name the fields.");
  const start = { position: marked + head.end, line: 1 + head.lines };
  if (file === undefined) process.stdin.unshift(text.subarray(head.end));
  return { columns: head.cells.map((cell) => unguard(cell.trim())), delimiter, start };
}

async function firstBytes(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(file, { end: MAX_HEAD_BYTES - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Reads until the first row is whole. */
async function takeFromInput(): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < MAX_HEAD_BYTES) {
    const part = process.stdin.read() as Buffer | null;
    if (part) bytes = Buffer.concat([bytes, part]);
    else if (process.stdin.readableEnded) break;
    else
      await new Promise<void>((resolve) => {
        process.stdin.once("readable", resolve);
        process.stdin.once("end", resolve);
      });
    if (readCsvRows(bytes, delimiterOf(bytes), false).rows.length > 0) break;
  }
  return bytes;
}

/** The one that splits the first row into the most cells. */
function delimiterOf(bytes: Buffer): string {
  const cells = (delimiter: string) => readCsvRows(bytes.subarray(0, MAX_HEAD_BYTES), delimiter, true).rows[0]?.cells.length ?? 0;
  return DELIMITERS.reduce((best, one) => (cells(one) > cells(best) ? one : best));
}
