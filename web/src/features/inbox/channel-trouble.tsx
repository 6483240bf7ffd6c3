import { IconAlertTriangle, IconPlayerPause } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import classes from "./composer.module.css";
import { type Channel, isTroubled, troubleText } from "./trouble-text.ts";

const LOOK_MS = 60_000;

/** The channel of a conversation, if it does not work. Only Admins and its owner are told by an event: everyone else looks again. */
export function useTroubledChannel(id: string): Channel | undefined {
  const { data } = useRows("channels.list", {}, { pollMs: LOOK_MS });
  return data?.find((one) => one.id === id && isTroubled(one));
}

/** Said before somebody writes: why nothing leaves, and who can mend it. */
export function ChannelTrouble({ channel }: { channel: Channel }) {
  const { id, state, can_change: canChange } = channel;
  const Icon = state === "paused" ? IconPlayerPause : IconAlertTriangle;
  return (
    <div className={classes.collision} role="status">
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        {troubleText(channel)}{" "}
        {canChange && (
          <Link className={classes.mend} to="/company/channels/$channel" params={{ channel: id }}>
            {state === "paused" ? "Turn it on" : "Open the channel"}
          </Link>
        )}
      </span>
    </div>
  );
}
