import { IconPlugConnectedX, IconRotateDot } from "@tabler/icons-react";
import { RelativeTime } from "../../ui/clock.tsx";
import { useOutboxState } from "../records/outbox/outbox-provider.tsx";
import { manyOf, oneOf, type RecordType } from "../types/types.ts";
import { useLiveState } from "./live.ts";
import classes from "./live-line.module.css";
import { type LastChange, useLastChange } from "./recent-change.ts";

/** The end of a list's footer: that it is live, and who was the last to change something in it. */
export function LiveLine({ type }: { type: RecordType }) {
  const state = useLiveState();
  const last = useLastChange(type.key);
  return (
    <span className={classes.line}>
      {state === "live" ? (
        <IconRotateDot size={14} stroke={1.75} aria-hidden />
      ) : (
        <IconPlugConnectedX size={14} stroke={1.75} aria-hidden />
      )}
      {state === "live" ? <span>Live{last && <Told last={last} type={type} />}</span> : "Reconnecting…"}
    </span>
  );
}

function Told({ last, type }: { last: LastChange; type: RecordType }) {
  const who = last.key?.name ?? last.actor?.name.split(" ", 1)[0] ?? "Kith";
  return (
    <>
      {". "}
      {who} changed {last.count} {last.count === 1 ? oneOf(type) : manyOf(type)} <RelativeTime at={last.at} />
    </>
  );
}

/** Says quietly, on whatever page, that what others do is not seen just now. Edits that wait say the same in their own words. */
export function ReconnectingLine() {
  const state = useLiveState();
  const { changes, isWaiting } = useOutboxState();
  const isSaid = isWaiting && changes.length > 0;
  return (
    <div className={classes.place} role="status">
      {state === "reconnecting" && !isSaid && (
        <span className={classes.box}>
          <IconPlugConnectedX size={14} stroke={1.75} aria-hidden />
          Reconnecting…
        </span>
      )}
    </div>
  );
}
