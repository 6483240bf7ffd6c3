import { IconCloudOff } from "@tabler/icons-react";
import { useOutboxState } from "./outbox-provider.tsx";
import classes from "./outbox.module.css";

/** Says quietly that edits are kept until the connection is back. */
export function OutboxLine() {
  const { changes, isWaiting } = useOutboxState();
  const count = changes.length;
  return (
    <div className={classes.place} role="status">
      {isWaiting && count > 0 && (
        <span className={classes.line}>
          <IconCloudOff size={14} stroke={1.75} aria-hidden />
          {count === 1 ? "1 change waits for the connection" : `${count} changes wait for the connection`}
        </span>
      )}
    </div>
  );
}
