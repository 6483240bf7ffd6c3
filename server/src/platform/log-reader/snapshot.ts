const RADIX = 36;

/** No transaction from this number on had begun when it was taken. */
export const endOf = (snapshot: string) => BigInt(snapshot.split(":")[1] ?? "0");

/**
 * A snapshot of PostgreSQL as short text: `xmin:xmax:running,…`, with the later numbers as distances from the first.
 * It is part of a position, which may have to fit into a URL.
 */
export function packSnapshot(snapshot: string): string {
  const [xmin = "", xmax = "", running = ""] = snapshot.split(":");
  const first = BigInt(xmin);
  const distance = (number: string) => (BigInt(number) - first).toString(RADIX);
  return [first.toString(RADIX), distance(xmax), ...(running === "" ? [] : running.split(",").map(distance))].join(".");
}

export function unpackSnapshot(packed: string): string {
  const [first = 0n, ...distances] = packed.split(".").map(parse);
  const [xmax = first, ...running] = distances.map((distance) => first + distance);
  return `${first}:${xmax}:${running.join(",")}`;
}

function parse(text: string): bigint {
  let value = 0n;
  for (const letter of text) value = value * BigInt(RADIX) + BigInt(Number.parseInt(letter, RADIX));
  return value;
}
