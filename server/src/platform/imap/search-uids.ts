import type { ESearchResult, ImapFlow } from "imapflow";

/** More than a folder holds: a server that names more is not believed. */
const MAX_FOUND = 2 ** 24;

/**
 * The UIDs of a range, rising. They are asked for as ranges (RFC 4731): 100,000 numbers one by one held the event loop for a quarter of a second.
 * What a server answers without them, or with fewer or more than it counts, is asked for again in the old way.
 */
export async function searchUids(client: ImapFlow, range: string, since?: Date): Promise<number[]> {
  const query = { uid: range, ...(since ? { since } : {}) };
  const asRanges = client.capabilities.has("ESEARCH")
    ? fromRanges(await client.search(query, { uid: true, returnOptions: ["COUNT", "ALL"] }))
    : undefined;
  const found = asRanges ?? (await client.search(query, { uid: true }));
  if (!found) throw Object.assign(new Error("The search was refused"), { code: "SEARCH_REFUSED" });
  return found.sort((a, b) => a - b);
}

/** Undefined: the answer is not to be relied on. */
export function fromRanges(answer: ESearchResult | number[] | false | undefined): number[] | undefined {
  if (!answer || Array.isArray(answer) || answer.count === undefined || answer.count > MAX_FOUND) return undefined;
  const found: number[] = [];
  for (const part of answer.all?.split(",") ?? []) {
    const [, first, last = first] = /^([1-9]\d{0,9})(?::([1-9]\d{0,9}))?$/.exec(part.trim()) ?? [];
    const [from, to] = [Math.min(Number(first), Number(last)), Math.max(Number(first), Number(last))];
    if (Number.isNaN(from) || found.length + to - from >= answer.count) return undefined;
    for (let uid = from; uid <= to; uid++) found.push(uid);
  }
  return found.length === answer.count ? found : undefined;
}
