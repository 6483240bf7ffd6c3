/** A part of a file: from the first byte up to and without `to`. */
export interface Part {
  from: number;
  to: number;
}

/**
 * RFC 9110, 14: the one range that is asked for. "all" for no range, several, or a header that cannot be read: all of it is a right answer to
 * each. "none" for a range that begins behind the end.
 */
export function readRange(header: string | undefined, size: number): Part | "all" | "none" {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "all";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { from: size - length, to: size };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return "all";
  if (from >= size) return "none";
  return { from, to: last === "" ? size : Math.min(Number(last) + 1, size) };
}
