/** The bytes of the texts in some values, or in those of them that are named. */
export function bytesIn(values: Record<string, unknown>, keys = Object.keys(values)): number {
  let sum = 0;
  for (const key of keys) {
    const value = values[key];
    if (typeof value === "string") sum += Buffer.byteLength(value);
    else if (typeof value === "object" && value !== null) sum += Buffer.byteLength(JSON.stringify(value));
  }
  return sum;
}
