import type { Accept } from "./store.ts";

interface Verdict {
  state: "accepted" | "refused";
  reason: string | null;
}

/** What an answer means, by the destination's own test. A receiver may say no with status 200. */
export function judge({ statuses, accepted, refused }: Accept, status: number, answer: string): Verdict {
  const needsAnswer = accepted !== null || refused !== null;
  const json = needsAnswer ? parse(answer) : undefined;
  if (refused && holds(refused, json)) return { state: "refused", reason: "Its answer says no" };
  const isStatus = statuses.length > 0 ? statuses.includes(status) : status >= 200 && status < 300;
  if (!isStatus) return { state: "refused", reason: `Status ${status}` };
  if (accepted && !holds(accepted, json)) return { state: "refused", reason: "Its answer does not say yes" };
  return { state: "accepted", reason: null };
}

function parse(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

function holds({ path, is, text }: NonNullable<Accept["accepted"]>, json: unknown): boolean {
  let value = json;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  if (value === null || typeof value === "object") return false;
  const found = String(value);
  return is === "equals" ? found === text : found.includes(text);
}
