import type { OutputOf } from "@kith/server/contract";
import { wholeText } from "../../../ui/formats.ts";

export type LeadClock = OutputOf<"leadSending.listClocks">["items"][number];

/** "38 min", "2 h 5 min": working time. */
export function minutesText(minutes: number): string {
  if (minutes < 1) return "under 1 min";
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${wholeText(hours)} h` : `${wholeText(hours)} h ${rest} min`;
}

export const RESPONSES = { note: "by a note", status: "by a new status", converted: "by converting it" } as const;

export const STATES = {
  running: { tone: "neutral", text: "Waiting" },
  overdue: { tone: "bad", text: "Overdue" },
  in_time: { tone: "good", text: "In time" },
  late: { tone: "soon", text: "Late" },
  ended: { tone: "neutral", text: "Went on" },
} as const;
