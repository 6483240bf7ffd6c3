import { cutText } from "../../platform/cut-text.ts";
import { recordId } from "../records/operations.ts";

interface Presented {
  id: string;
  type: string;
  title: string;
  values: Record<string, unknown>;
}

// Characters of long texts in one answer: together with the rest it stays under 8,000 tokens, and a single note is shown whole.
const TEXT_BUDGET = 20_000;
const SHARE_LEAST = 300;

const isBlank = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** How much of each text is shown in an answer with `count` items: the fewer items, the more. */
export const shareOf = (things: number) => Math.max(SHARE_LEAST, Math.floor(TEXT_BUDGET / Math.max(things, 1)));

/** Records for a model: without blanks and with long texts cut, so that they fit into an answer. Chosen fields are shown whole. */
export function showRecords(baseUrl: string, records: Presented[], chosen?: string[], share = chosen ? Infinity : shareOf(records.length)) {
  return records.map(({ id, type, title, values }) => {
    const filled = Object.entries(values).filter(([, value]) => !isBlank(value));
    const cut = filled.filter(([, value]) => typeof value === "string" && value.length > share).map(([key]) => key);
    return {
      id,
      type,
      title,
      url: urlOf(baseUrl, type, id),
      values: Object.fromEntries(filled.map(([key, value]) => [key, typeof value === "string" ? cutText(value, share) : value])),
      ...(cut.length > 0 ? { cut } : {}),
    };
  });
}

const MAX_WHOLE = 5;

/** A long list is a table: people and related records by name, and no addresses, which are as long as everything else. */
export function listRecordsFor(records: ReturnType<typeof showRecords>) {
  return records.map(({ id, title, values, url, cut }) => ({
    id,
    title,
    ...(records.length <= MAX_WHOLE ? { url, values } : { values: namesIn(values) }),
    ...(cut ? { cut } : {}),
  }));
}

const namesIn = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, byName(value)]));

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== "object" || value === null || !("id" in value)) return value;
  return "title" in value ? value.title : "name" in value ? value.name : value;
}

export const urlOf = (baseUrl: string, type: string, id: string) => `${baseUrl}/records/${type}/${recordId.encode(id)}`;

/** A list on screen, with the filter and sort of a query. */
export function listUrl(
  baseUrl: string,
  type: string,
  { filter, sort }: { filter?: string | undefined; sort?: string | undefined },
): string {
  const search = new URLSearchParams({ ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) }).toString();
  return `${baseUrl}/records/${type}${search ? `?${search}` : ""}`;
}
