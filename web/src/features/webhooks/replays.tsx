import type { OutputOf } from "@kith/server/contract";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { clockText, type Webhook } from "./health-text.ts";
import classes from "./webhooks.module.css";

export type Replay = OutputOf<"webhooks.createReplay">;

const POLL_MS = 1_000;
const SHOWN = 5;

/** The latest replays of a webhook, read again while one of them runs. One that was just started runs until the list says otherwise. */
export const useReplays = (id: string, started?: string) =>
  useQuery({
    ...read("webhooks.listReplays", { id, limit: SHOWN }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const items = state.data?.items ?? [];
      const isUnknown = started !== undefined && !items.some((one) => one.id === started);
      return isUnknown || items.some((one) => one.state === "running") ? POLL_MS : false;
    },
  });

/** Replays that run, and those that ran lately. Nothing, for most webhooks. */
export function Replays({ webhook }: { webhook: Webhook }) {
  const query = useReplays(webhook.id);
  if (query.data?.items.length === 0) return null;
  return (
    <Loaded query={query} what="The replays" skeleton={null}>
      {({ items }) => (
        <Section title="Replays">
          <ul className={classes.replays}>
            {items.map((replay) => (
              <li key={replay.id}>
                <OneReplay replay={replay} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Loaded>
  );
}

const ENDS = { done: "Done", stopped: "Stopped", failed: "Failed" };

function OneReplay({ replay }: { replay: Replay }) {
  const { now, zone } = useClock();
  if (replay.state === "running") return <RunningReplay replay={replay} />;
  const range = `${clockText(new Date(replay.since), now, zone)} to ${clockText(new Date(replay.until), now, zone)}`;
  return (
    <div className={classes.replay}>
      <span className={classes.wrapping}>
        {range}: {wholeText(replay.queued)} of {wholeText(replay.total)} messages sent again
      </span>
      <StatePill tone={replay.state === "done" ? "good" : "neutral"}>{ENDS[replay.state]}</StatePill>
      <span className="k-faint">
        <RelativeTime at={replay.created_at} />
      </span>
    </div>
  );
}

/** How far a replay is, with a button that stops it. */
export function RunningReplay({ replay }: { replay: Replay }) {
  const isAdmin = useIsAdmin();
  const stop = useWrite("webhooks.stopReplay", { refresh: ["webhooks.listReplays"] });
  return (
    <div className={classes.replay}>
      <Meter
        title="Replaying"
        part={replay.total > 0 ? Math.min(1, replay.queued / replay.total) : 0}
        count={`${wholeText(replay.queued)} of ${wholeText(replay.total)} messages`}
        note="At most 50 messages a second. You can leave this page."
      />
      {isAdmin && (
        <Button loading={stop.isPending} onClick={() => stop.mutate({ id: replay.webhook, replay: replay.id })}>
          Stop
        </Button>
      )}
    </div>
  );
}
