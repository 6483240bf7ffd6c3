import { IconCloudOff, IconPlugConnectedX } from "@tabler/icons-react";
import { disconnectedText, useLiveState } from "../live/live.ts";
import { useOutboxState } from "../outbox/outbox-provider.tsx";
import classes from "./status-line.module.css";

/** Shows on every page that edits wait for the connection, or that changes by others are not received. */
export function StatusLine() {
  const state = useLiveState();
  const { changes, isWaiting } = useOutboxState();
  const waiting = isWaiting ? changes.length : 0;
  return (
    <div className={classes.place} role="status">
      {waiting > 0 ? (
        <span className={classes.box}>
          <IconCloudOff size={14} stroke={1.75} aria-hidden />
          {waiting === 1 ? "1 unsaved change, waiting for connection" : `${waiting} unsaved changes, waiting for connection`}
        </span>
      ) : (
        state !== "live" && (
          <span className={classes.box}>
            <IconPlugConnectedX size={14} stroke={1.75} aria-hidden />
            {disconnectedText(state)}
          </span>
        )
      )}
    </div>
  );
}
