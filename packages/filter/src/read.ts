import { check, type CheckOptions, type Checked } from "./check/check.ts";
import { fromJson } from "./json/from-json.ts";
import { parse } from "./text/parse.ts";

/** Reads a filter in either spelling and checks it: a string is text, anything else JSON. */
export function readFilter(filter: unknown, options: Omit<CheckOptions, "places">): Checked {
  const parsed = typeof filter === "string" ? parse(filter) : fromJson(filter);
  return parsed.ok ? check(parsed.tree, { ...options, places: parsed.places }) : parsed;
}
