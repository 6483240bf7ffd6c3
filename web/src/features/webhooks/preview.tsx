import type { OutputOf } from "@kith/server/contract";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SkeletonRows } from "../../ui/states.tsx";
import type { WebhookDraft } from "./draft.ts";
import classes from "./editor.module.css";
import { JsonText } from "./http-block.tsx";

type Seen = OutputOf<"webhooks.preview">["items"][number];

const TYPING_MS = 300;

const REASONS: Record<string, string> = {
  type: "Not one of the event types",
  fields: "None of the fields changed",
  filter: "Does not match the filter",
};

/** Which of the latest events would be sent, and with which body. */
export function Preview({ draft }: { draft: WebhookDraft }) {
  const [{ event_types, filter, fields }] = useDebouncedValue(draft, TYPING_MS);
  const query = useQuery({ ...read("webhooks.preview", { event_types, filter, fields }), placeholderData: keepPreviousData, retry: false });
  return (
    <section className={classes.preview} aria-label="Preview">
      <h2 className={classes.heading}>The latest events</h2>
      <Loaded query={query} what="The preview" skeleton={<SkeletonRows rows={8} />}>
        {({ items }) => <Events items={items} />}
      </Loaded>
    </section>
  );
}

function Events({ items }: { items: Seen[] }) {
  const sent = items.filter(({ matches }) => matches).length;
  if (items.length === 0) return <p className="k-muted">Nothing has happened yet. The first events appear here.</p>;
  return (
    <>
      <p className="k-muted" role="status">
        {`${sent} of the last ${items.length} would be sent.`}
      </p>
      <ul className={classes.events}>
        {items.map((seen) => (
          <li key={seen.event} data-matches={seen.matches || undefined}>
            {seen.matches && seen.body !== null ? <Sent seen={seen} body={seen.body} /> : <Unsent seen={seen} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Sent({ seen, body }: { seen: Seen; body: string }) {
  return (
    <details>
      <summary className={classes.event}>
        <IconCheck className={classes.tick} size={14} stroke={2} aria-label="Sent" role="img" />
        <What seen={seen} />
      </summary>
      <JsonText text={body} label={`Body of ${seen.type}`} />
    </details>
  );
}

function Unsent({ seen }: { seen: Seen }) {
  return (
    <div className={classes.event}>
      <IconMinus className="k-faint" size={14} stroke={2} aria-label="Not sent" role="img" />
      <What seen={seen} />
      <span className={classes.why}>{REASONS[seen.because ?? ""] ?? ""}</span>
    </div>
  );
}

function What({ seen: { type, subject, at } }: { seen: Seen }) {
  return (
    <>
      <span className="k-mono">{type}</span>
      <span className="k-truncate k-muted">{subject.name ?? subject.id}</span>
      <span className={classes.when}>
        <RelativeTime at={at} />
      </span>
    </>
  );
}
