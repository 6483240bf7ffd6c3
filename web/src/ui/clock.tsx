import { useInterval } from "@mantine/hooks";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { absolute, relative } from "./time-text.ts";

const TICK_MS = 30_000;

const Clock = createContext({ now: new Date(0), zone: "UTC" });

interface ClockProviderProps {
  zone: string;
  children: ReactNode;
}

/** One clock for the page: all relative times update together, in one time zone. */
export function ClockProvider({ zone, children }: ClockProviderProps) {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), TICK_MS, { autoInvoke: true });
  const clock = useMemo(() => ({ now, zone }), [now, zone]);
  return <Clock value={clock}>{children}</Clock>;
}

export const useClock = () => useContext(Clock);

/** "4 min ago", with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  return (
    <time dateTime={at} title={absolute(date, zone)}>
      {relative(date, now, zone)}
    </time>
  );
}
