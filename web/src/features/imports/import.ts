import { wholeText } from "../../ui/formats.ts";
import type { InputOf, OutputOf } from "@kith/server/contract";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api.ts";
import { read } from "../../calls.ts";

export type Import = OutputOf<"imports.list">["items"][number];
export type ImportDetail = OutputOf<"imports.get">;
export type Inspection = OutputOf<"imports.inspect">;
export type Plan = Omit<InputOf<"imports.check">, "id">;
export type Mapped = Plan["mapping"][number];
export type Preview = OutputOf<"imports.preview">;
type State = Import["state"];

const WORKING = new Set<State>(["reading", "checking", "running", "undoing"]);
const POLL_MS = 1_000;

export const isWorking = (state: State) => WORKING.has(state);

/** An import, asked again and again while it is being worked on. Whoever comes back to it sees where it is by then. */
export const useImport = (id: string) =>
  useQuery({
    ...read("imports.get", { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.state) ? POLL_MS : false),
  });

/** What an import is at, in one or two words. */
export function stateText({ state, failed, failure }: Pick<Import, "state" | "failed" | "failure">): {
  words: string;
  tone: "neutral" | "good" | "soon" | "bad";
} {
  if (state === "done")
    return failed > 0 ? { words: `Imported, ${wholeText(failed)} refused`, tone: "soon" } : { words: "Imported", tone: "good" };
  if (state === "failed") return { words: failure ? "Stopped" : "Failed", tone: "bad" };
  return { words: WORDS[state], tone: "neutral" };
}

const WORDS: Record<Exclude<State, "done" | "failed">, string> = {
  uploading: "Not uploaded yet",
  reading: "Reading",
  ready: "Columns to choose",
  checking: "Checking",
  checked: "Checked, not imported",
  running: "Importing",
  undoing: "Undoing",
  undone: "Undone",
};

export const count = (figure: number) => wholeText(figure);
export const rowsText = (rows: number) => `${count(rows)} ${rows === 1 ? "row" : "rows"}`;

/** "about 2 min", from how long the part that is done has taken. */
export function leftText(startedAt: string | null, progress: number, now: Date): string | undefined {
  if (!startedAt || progress < 0.02) return undefined;
  const passed = now.getTime() - new Date(startedAt).getTime();
  const left = (passed / progress) * (1 - progress);
  if (left < 5_000) return undefined;
  return left < 90_000 ? `about ${Math.max(Math.round(left / 10_000) * 10, 10)} s` : `about ${Math.round(left / 60_000)} min`;
}

/** Every error at once: they are about the plan as a whole, and there are few. */
export function messageOf(error: Error): string {
  const said = error instanceof ApiError ? [...new Set(Object.values(error.fields))] : [];
  return said.length > 0 ? said.join(" ") : error.message;
}
