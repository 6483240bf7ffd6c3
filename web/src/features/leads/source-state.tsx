import { RelativeTime } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { StatePill } from "../../ui/state-pill.tsx";
import type { LeadSource } from "./read.ts";

export function SourceState({ source: { state, is_flooded: isFlooded } }: { source: Pick<LeadSource, "state" | "is_flooded"> }) {
  if (state === "draft") return <StatePill>Draft</StatePill>;
  if (state === "paused") return <StatePill>Paused</StatePill>;
  return isFlooded ? <StatePill tone="soon">Flooded</StatePill> : <StatePill tone="good">Published</StatePill>;
}

/** "312 leads in 7 days, last 4 min ago". */
export function CameIn({ source: { last_week: week, last_received_at: last } }: { source: LeadSource }) {
  if (!last) return "Nothing came in yet";
  return (
    <>
      {wholeText(week.accepted)} {week.accepted === 1 ? "lead" : "leads"} in 7 days, last <RelativeTime at={last} />
    </>
  );
}

/** "2", "1,000+". */
export const heldText = ({ count, is_exact: isExact }: LeadSource["held"]) => `${wholeText(count)}${isExact ? "" : "+"}`;
