import type { OutputOf } from "@kith/server/contract";
import { IconKey } from "@tabler/icons-react";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { LiveDot } from "../../ui/state-pill.tsx";
import { absolute, shortDate } from "../../ui/time-text.ts";
import { programText } from "../../ui/client-text.ts";
import classes from "./keys.module.css";

export type Key = OutputOf<"keys.list">["items"][number];

// A key used within a week counts as in use: most automations run at least weekly.
const LIVE_MS = 7 * 24 * 60 * 60_000;

export function KeyName({ name }: { name: string }) {
  return (
    <span className={classes.inline}>
      <IconKey className="k-faint" size={14} stroke={1.75} aria-hidden />
      <span className="k-truncate">{name}</span>
    </span>
  );
}

/** The last four characters, to recognise a key. Only its owner knows the rest. */
export function KeyEnding({ lastFour }: { lastFour: string }) {
  return (
    <span className="k-mono">
      <span className="k-faint">kith…</span>
      <span className={classes.ending}>{lastFour}</span>
    </span>
  );
}

export const clientOf = (key: Key) => (key.client ? programText(key.client) : key.last_used_at ? "unknown" : "not used yet");

export function Created({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absolute(date, zone)}>
      {shortDate(date, now, zone)}
    </time>
  );
}

export function LastUsed({ at }: { at: string | null }) {
  const { now } = useClock();
  const isLive = at !== null && now.getTime() - new Date(at).getTime() < LIVE_MS;
  return (
    <span className={classes.used}>
      <LiveDot live={isLive} />
      {at ? <RelativeTime at={at} /> : "never"}
    </span>
  );
}
