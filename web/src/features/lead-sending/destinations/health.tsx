import { wholeText } from "../../../ui/formats.ts";
import { StatePill } from "../../../ui/state-pill.tsx";
import type { Destination } from "../read.ts";

const STATES = {
  on: { tone: "good", label: "On" },
  failing: { tone: "soon", label: "Failing" },
  down: { tone: "bad", label: "Down" },
  paused: { tone: "neutral", label: "Paused" },
} as const;

export function DestinationState({ destination }: { destination: Destination }) {
  const { tone, label } = STATES[destination.state];
  return <StatePill tone={tone}>{label}</StatePill>;
}

export const KINDS = { http: "HTTP", email: "Email", teammate: "Person here", company: "Another company" } as const;

/** Where it sends, in a few words. */
export function addressOf({ kind, url, email, member, code_last_four: four }: Destination): string {
  switch (kind) {
    case "http":
      return url ?? "";
    case "email":
      return email ?? "";
    case "teammate":
      return member?.name ?? "Somebody who left";
    case "company":
      return `Code …${four ?? ""}`;
  }
}

/** "12 accepted, 2 refused, 1 without an answer" */
export function dayText({ accepted, refused, timeouts, unknown, returned }: Destination["last_day"]): string {
  const parts = [
    [accepted, "accepted"],
    [refused, "refused"],
    [timeouts, "without an answer"],
    [unknown, "unknown"],
    [returned, "returned"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${wholeText(count)} ${word}`);
  return said.join(", ") || "Nothing sent";
}

/** What is to be known about it now. */
export function healthText({ state, reason, waiting }: Destination): string {
  const waits = waiting > 0 ? `${wholeText(waiting)} waiting.` : "";
  if (state === "paused") return `Leads go on to the next rule. ${waits}`.trim();
  if (state === "on") return waits;
  return `${reason ? `${reason}. ` : ""}${waits}`.trim();
}
