import { toAppError } from "../../kernel/errors.ts";

const UNAVAILABLE = 503;

interface Batch<Item> {
  run(items: Item[]): Promise<unknown>;
  /** The one item that cannot be done. */
  refuse(item: Item, error: unknown): Promise<unknown>;
  isOver?(): boolean;
}

/** A database that is away or busy says nothing about what it was given. */
export const isUnavailable = (error: unknown) => toAppError(error).status === UNAVAILABLE;

/** If all together fail, the one that is to blame is found by halves, and the others are done. */
export async function byHalves<Item>(items: Item[], batch: Batch<Item>): Promise<void> {
  const [first, ...others] = items;
  if (first === undefined || batch.isOver?.()) return;
  try {
    await batch.run(items);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (others.length === 0) return void (await batch.refuse(first, error));
    const half = Math.ceil(items.length / 2);
    await byHalves(items.slice(0, half), batch);
    await byHalves(items.slice(half), batch);
  }
}
