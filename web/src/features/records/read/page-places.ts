import type { ListShape } from "./list-pages.ts";

/** Whether nothing of a list was read yet: its rows are only the room that is made for them. */
export const isUnread = ({ pages, isWhole }: ListShape) => pages.length === 1 && !isWhole && pages[0]?.size === 0;

/** The number of the first row of each page, and after the last one the number of all rows. */
export function offsetsOf(sizes: number[]): number[] {
  const offsets = [0];
  for (const size of sizes) offsets.push((offsets.at(-1) ?? 0) + size);
  return offsets;
}

/** The page a row is on, by halving: a list may have thousands of pages. */
export function pageOfRow(offsets: number[], row: number): number {
  let low = 0;
  let high = Math.max(offsets.length - 2, 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pages that hold these rows, and one more on either side. */
export function pagesAround(shape: ListShape | undefined, from: number, to: number): { at: number; cursor: string | null }[] {
  if (!shape) return [];
  const offsets = offsetsOf(shape.pages.map(({ size }) => size));
  const start = Math.max(pageOfRow(offsets, from) - 1, 0);
  const end = Math.min(pageOfRow(offsets, to) + 1, shape.pages.length - 1);
  return shape.pages.slice(start, end + 1).map(({ cursor }, index) => ({ at: start + index, cursor }));
}
