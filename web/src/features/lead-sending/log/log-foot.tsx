import { IconPlugConnectedX, IconRotateDot } from "@tabler/icons-react";
import { disconnectedText, useLiveState } from "../../../live/live.ts";
import { numberText, wholeText } from "../../../ui/formats.ts";
import parts from "../parts.module.css";
import { useRules } from "../read.ts";

const SECOND_MS = 1_000;

/** How lead sending is doing today, and that the list follows. */
export function LogFoot() {
  const today = useRules().data?.today;
  const live = useLiveState();
  const Icon = live === "live" ? IconRotateDot : IconPlugConnectedX;
  return (
    <footer className={parts.foot}>
      <span>
        <b>{countOf(today?.leads)}</b> today
      </span>
      <span title="From the visitor's press of the button to the decision, today">
        Median <b>{timeText(today?.median_ms)}</b>
      </span>
      <span>
        Refused <b>{countOf(today?.refused)}</b>
      </span>
      <span>
        Unassigned <b>{countOf(today?.unassigned)}</b>
      </span>
      <span className={`${parts.end} k-desk`}>
        Kept for 400 days
        <Icon size={14} stroke={1.75} aria-hidden />
        {live === "live" ? "Live" : disconnectedText(live)}
      </span>
    </footer>
  );
}

const countOf = (count: number | undefined) => (count === undefined ? "–" : wholeText(count));

function timeText(ms: number | null | undefined): string {
  if (typeof ms !== "number") return "–";
  return ms < SECOND_MS ? `${wholeText(ms)} ms` : `${numberText(Math.round(ms / 100) / 10)} s`;
}
