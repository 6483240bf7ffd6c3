interface Placed {
  /** The key of the element. */
  slot: number;
  /** Which of the rows it shows. */
  at: number;
}

export interface RowSlots {
  /** The elements for these rows, in the order in which they stand. */
  place: (rows: string[], isReusing: boolean) => Placed[];
}

/**
 * Which element shows which row. A row keeps its element as long as it is drawn. While a list scrolls, the element of a row that
 * disappeared is reused for a row that appeared, and keeps its place in the DOM: creating and removing elements costs more
 * (bench:web, scrolling). When scrolling ends, the elements are put into the order of the rows, which screen readers need.
 */
export function createRowSlots(): RowSlots {
  let slotOf = new Map<string, number>();
  let order: number[] = [];
  let unused = 0;
  return {
    place(rows, isReusing) {
      // While pages change, a record may be on two of them for a moment: the second one gets an element of its own.
      const known = new Map(slotOf);
      const take = (row: string) => {
        const slot = known.get(row);
        known.delete(row);
        return slot;
      };
      const kept = rows.map(take);
      const free = isReusing ? order.filter((slot) => !kept.includes(slot)) : [];
      const slots = kept.map((slot) => slot ?? free.pop() ?? unused++);
      slotOf = new Map(slots.map((slot, at) => [rows[at] ?? "", slot]));
      order = isReusing ? [...new Set([...order.filter((slot) => slots.includes(slot)), ...slots])] : slots;
      return order.map((slot) => ({ slot, at: slots.indexOf(slot) }));
    },
  };
}
