/** The settings in the address of a list. All are optional: missing ones come from the saved view, or from the type. */
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

/** Reads the address. Invalid parts are ignored, so that an old link still opens the list. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {};
  for (const name of TEXTS) {
    const given = search[name];
    // The router parses `filter=42` as a number, but a filter is always text.
    if (typeof given === "string") read[name] = given;
    else if (typeof given === "number" || typeof given === "boolean") read[name] = String(given);
  }
  if (search["layout"] === "table" || search["layout"] === "board") read.layout = search["layout"];
  if (search["create"] === true) read.create = true;
  return read;
}
