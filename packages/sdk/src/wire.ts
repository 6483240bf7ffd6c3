/** One operation on the wire. */
export interface Wire {
  method: string;
  path: string;
  /** The names that are sent in the query. */
  query: string[];
  /** `key`: it takes an Idempotency-Key. `cursor`, `position`: how it pages. `bytes-in`, `bytes-out`: it carries a file. */
  marks: string[];
  hasBody: boolean;
}

/** Reads a line of generated.ts, such as `GET /records/{type}{?filter,limit,cursor} cursor`. */
export function readWire(line: string): Wire {
  const [method = "", address = "", ...marks] = line.split(" ");
  const [path = "", names] = address.split("{?");
  return { method, path, query: names ? names.slice(0, -1).split(",") : [], marks, hasBody: method !== "GET" && method !== "DELETE" };
}
