/** A filter text with one more condition that must hold, too. */
export const narrowed = (filter: string, condition: string) => (filter.trim() === "" ? condition : `(${filter.trim()}) ${condition}`);
