/** Chosen where the filter is not about one type alone. */
export const SEVERAL = "several";

/** A webhook's filter as the type it is about and the filter of that type; `several` where it is anything else. */
export function splitFilter(text: string, types: string[]): { type: string; filter: string } {
  const trimmed = text.trim();
  if (trimmed === "") return { type: "", filter: "" };
  const [, type, rest = ""] = /^type:([\w-]+)(?:\s+(.*))?$/s.exec(trimmed) ?? [];
  if (type === undefined || !types.includes(type) || /\btype:|^or\b/i.test(rest)) return { type: SEVERAL, filter: trimmed };
  return { type, filter: rest };
}

/** An "or" would reach beyond the type, so such a filter is put into brackets. */
export function joinFilter(type: string, filter: string): string {
  const inner = filter.trim();
  if (type === "") return "";
  if (inner === "") return `type:${type}`;
  const isLoose = /\bor\b/i.test(inner) && !/^\([^()]*\)$/.test(inner);
  return `type:${type} ${isLoose ? `(${inner})` : inner}`;
}
