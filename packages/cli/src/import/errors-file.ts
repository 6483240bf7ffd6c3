import { closeSync, existsSync, openSync, truncateSync, writeSync } from "node:fs";
import { csvLine, guard } from "../csv.ts";
import { NOTES } from "./item-of.ts";
import type { Row } from "./read-rows.ts";

/** The rows that were refused, with the reason beside them. It is made with the first of them. */
export class ErrorsFile {
  readonly path: string;
  readonly #columns: string[];
  #bytes: number;

  constructor(path: string, columns: string[], bytes: number) {
    this.path = path;
    this.#columns = columns;
    this.#bytes = bytes;
    // What an interrupted batch wrote is written again with it.
    if (existsSync(path)) truncateSync(path, bytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(refused: { row: Row; reason: string }[]): void {
    if (refused.length === 0) return;
    const head = this.#bytes === 0 ? csvLine([...NOTES, ...this.#columns]) : "";
    const lines = refused.map(({ row, reason }) => csvLine([String(row.line), guard(reason), ...row.cells]));
    const handle = openSync(this.path, "a", 0o600);
    this.#bytes += writeSync(handle, head + lines.join(""));
    closeSync(handle);
  }
}
