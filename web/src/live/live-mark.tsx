import { IconPlugConnectedX, IconRotateDot } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { disconnectedText, useLiveState } from "./live.ts";

/** Whether the page follows what happens. `children` stand behind the word while it does. */
export function LiveMark({ children }: { children?: ReactNode }) {
  const state = useLiveState();
  const Icon = state === "live" ? IconRotateDot : IconPlugConnectedX;
  return (
    <>
      <Icon size={14} stroke={1.75} aria-hidden />
      {state === "live" ? <span>Live{children}</span> : disconnectedText(state)}
    </>
  );
}
