/** A row as it is in the bytes that were read. */
export interface FoundRow {
  cells: string[];
  /** Relative to the first of the bytes. */
  end: number;
  lines: number;
}
