import { createZone } from "@kith/filter";
import type { InputOf } from "@kith/server/contract";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { useClock } from "../../ui/clock.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Notice } from "../../ui/states.tsx";
import classes from "./editor.module.css";
import { countedText, type Webhook } from "./health-text.ts";
import { isKeyOf, RANGES } from "./log-search.ts";
import { type Replay, RunningReplay, useReplays } from "./replays.tsx";
import { FilterField } from "./filter-field.tsx";

const TYPING_MS = 300;
// "2026-11-20T14:05", as the field for a time wants it.
const MINUTES_LENGTH = 16;

/** What was delivered is left out, unless it is wanted: a receiver would get it twice. */
const WHAT = {
  undelivered: "Not delivered yet",
  failed: "Sent and not accepted",
  all: "All, also those delivered",
} as const;

interface ReplayDialogProps {
  webhook: Webhook;
  /** Begin with all of the log that was not delivered. */
  onlyFailed?: boolean;
  onClose: () => void;
}

/** Sends a part of the log again: to this webhook or another one, counted before it starts. */
export function ReplayDialog({ webhook, onlyFailed = false, onClose }: ReplayDialogProps) {
  const [started, setStarted] = useState<Replay>();
  return (
    <Dialog title={onlyFailed ? `Resend what failed, “${webhook.name}”` : `Replay “${webhook.name}”`} opened onClose={onClose}>
      {started ? (
        <Progress started={started} onClose={onClose} />
      ) : (
        <ReplayForm webhook={webhook} startsFailed={onlyFailed} onClose={onClose} onStarted={setStarted} />
      )}
    </Dialog>
  );
}

interface ReplayFormProps {
  webhook: Webhook;
  startsFailed: boolean;
  onClose: () => void;
  onStarted: (replay: Replay) => void;
}

function ReplayForm({ webhook, startsFailed, onClose, onStarted }: ReplayFormProps) {
  const range = useRange(startsFailed ? "month" : "hour");
  const [filter, setFilter] = useState("");
  const [isUnusable, setUnusable] = useState(false);
  const [what, setWhat] = useState<keyof typeof WHAT>(startsFailed ? "failed" : "undelivered");
  const [target, setTarget] = useState(webhook.id);
  const input = {
    id: webhook.id,
    ...range.chosen,
    filter,
    only_failed: what === "failed",
    with_delivered: what === "all",
    ...(target === webhook.id ? {} : { target }),
  } satisfies InputOf<"webhooks.countReplay">;
  const [settled] = useDebouncedValue(input, TYPING_MS);
  const count = useQuery({ ...read("webhooks.countReplay", settled), retry: false });
  const write = useWrite("webhooks.createReplay", { refresh: ["webhooks.listReplays"], showsError: false, onDone: onStarted });
  const error = write.error ?? count.error;
  const many = count.data ? countedText(count.data) : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate(input);
      }}
    >
      <DialogBody>
        <div className={classes.form}>
          {range.fields}
          <FilterField value={filter} onChange={setFilter} label="Only records" any="Same as webhook" onUnusable={setUnusable} />
          <Target webhook={webhook} value={target} onChange={setTarget} />
          <NativeSelect
            label="Messages"
            value={what}
            onChange={({ currentTarget: { value } }) => isKeyOf(WHAT, value) && setWhat(value)}
            data={Object.entries(WHAT).map(([value, label]) => ({ value, label }))}
          />
          {error ? (
            <Notice tone="bad">{error.message}</Notice>
          ) : (
            <p className="k-muted" role="status">
              {many === undefined ? "Counting…" : `${many} ${count.data?.count === 1 ? "message" : "messages"} will be sent.`} They keep
              their <code>webhook-id</code>, so a receiver can recognize those it already has.
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button
          size="sm"
          type="submit"
          variant="filled"
          loading={write.isPending}
          disabled={isUnusable || !count.data || count.data.count === 0}
        >
          {many === undefined || count.data?.count === 0 ? "Replay" : `Replay ${many}`}
        </Button>
      </DialogFoot>
    </form>
  );
}

function Target({ webhook, value, onChange }: { webhook: Webhook; value: string; onChange: (id: string) => void }) {
  const { data } = useQuery(read("webhooks.list", { limit: 100 }));
  const others = (data?.items ?? []).filter(({ id }) => id !== webhook.id);
  return (
    <NativeSelect
      label="Send to"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: webhook.id, label: `${webhook.name} (the same)` }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

/** The range of time: one that ends now, or any other. */
function useRange(first: keyof typeof RANGES) {
  const { zone } = useClock();
  const [now] = useState(() => Date.now());
  const [kind, setKind] = useState<string>(first);
  const clock = createZone(zone);
  const typed = (at: number) => new Date(clock.wallAt(at)).toISOString().slice(0, MINUTES_LENGTH);
  const [own, setOwn] = useState({ since: typed(now - RANGES.hour.ms), until: typed(now) });
  const instant = (text: string) => new Date(clock.instantOf(Date.parse(`${text}:00Z`)) || 0).toISOString();
  const chosen = isKeyOf(RANGES, kind)
    ? { since: new Date(now - RANGES[kind].ms).toISOString(), until: new Date(now).toISOString() }
    : { since: instant(own.since), until: instant(own.until) };
  const data = [...Object.entries(RANGES).map(([value, { label }]) => ({ value, label })), { value: "own", label: "Another time" }];
  const fields = (
    <>
      <NativeSelect label="Time range" data={data} value={kind} onChange={(event) => setKind(event.currentTarget.value)} data-autofocus />
      {kind === "own" && (
        <div className={classes.pair}>
          {(["since", "until"] as const).map((end) => (
            <TextInput
              key={end}
              label={end === "since" ? "From" : "To"}
              type="datetime-local"
              value={own[end]}
              onChange={(event) => setOwn({ ...own, [end]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </>
  );
  return { chosen, fields };
}

function Progress({ started, onClose }: { started: Replay; onClose: () => void }) {
  const { data } = useReplays(started.webhook, started.id);
  const replay = data?.items.find(({ id }) => id === started.id) ?? started;
  return (
    <>
      <DialogBody>
        {replay.state === "running" ? (
          <RunningReplay replay={replay} />
        ) : (
          <Notice tone={replay.state === "done" ? "good" : "neutral"}>
            {replay.state === "done" ? "" : "Stopped. "}
            {`${wholeText(replay.queued)} of ${wholeText(replay.total)} queued.`}
          </Notice>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="sm" onClick={onClose} data-autofocus>
          Close
        </Button>
      </DialogFoot>
    </>
  );
}
