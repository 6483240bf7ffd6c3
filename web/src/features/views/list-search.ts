/** What the address of a list says. Every part is optional: a saved view, or the type's own choice, stands in for what is missing. */
export interface ListSearch {
  view?: string;
  filter?: string;
  /** A field key, `-` before it for descending. */
  sort?: string;
  /** Field keys in order, separated by commas. */
  columns?: string;
  layout?: "table" | "board";
  group?: string;
  /** The record shown in the side panel. */
  peek?: string;
  /** The dialog for a new record is open. */
  create?: true;
}

const TEXTS = ["view", "filter", "sort", "columns", "group", "peek"] as const;

/** Reads the address. A part that is not of its kind is left out rather than refused: an old link still opens the list. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of TEXTS) {
    const given = search[name];
    // The router reads `filter=42` as a number; a filter is text, whatever it looks like.
    if (typeof given === "string") read[name] = given;
    else if (typeof given === "number" || typeof given === "boolean") read[name] = String(given);
  }
  if (search["layout"] === "table" || search["layout"] === "board") read.layout = search["layout"];
  if (search["create"] === true) read.create = true;
  return read;
}
