import { useClock } from "../../ui/clock.tsx";
import { absolute } from "../../ui/time-text.ts";
import classes from "./whatsapp.module.css";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** Whether free text can still be sent. Other channels have no such limit. */
export function useIsWindowClosed(until: string | null): boolean {
  const { now } = useClock();
  return until !== null && Date.parse(until) <= now.getTime();
}

/** How long free text can be sent: "23 h 5 min left". */
export function WindowLeft({ until }: { until: string | null }) {
  const { now, zone } = useClock();
  const isClosed = useIsWindowClosed(until);
  if (until === null) return null;
  return (
    <span className={classes.left} data-closed={isClosed} title={`Free text until ${absolute(new Date(until), zone)}`}>
      {isClosed ? "Templates only" : `${leftText(Date.parse(until) - now.getTime())} left for free text`}
    </span>
  );
}

function leftText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % HOUR_MINUTES} min`;
}
