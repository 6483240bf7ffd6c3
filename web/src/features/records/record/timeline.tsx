import { Button, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useClock } from "../../../ui/clock.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { dayHeading } from "../../../ui/time-text.ts";
import type { RecordType } from "../../types/index.ts";
import type { CrmRecord } from "../../fields/index.ts";
import classes from "./timeline.module.css";
import { type Entry, joinEntries } from "./timeline-entries.ts";
import { TimelineLine } from "./timeline-line.tsx";

const PAGE = 50;

const KINDS = [
  { key: "all", title: "All", shows: () => true },
  { key: "changes", title: "Changes", shows: (entry: Entry) => entry.note === null && entry.activity === null },
  { key: "notes", title: "Notes", shows: (entry: Entry) => entry.note !== null },
  { key: "activities", title: "Activities", shows: (entry: Entry) => entry.activity !== null },
  { key: "keys", title: "By keys", shows: (entry: Entry) => entry.key !== null },
] as const;

/** One story of the record, newest first: who, through which key, what, when. Changes of one operation are one line. */
export function Timeline({ type, record }: { type: RecordType; record: CrmRecord }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]["key"]>("all");
  const { now, zone } = useClock();
  const query = useInfiniteQuery({
    queryKey: ["records.timeline", { id: record.id }],
    queryFn: ({ pageParam, signal }) =>
      api.call("records.timeline", { id: record.id, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const shows = KINDS.find((one) => one.key === kind)?.shows ?? KINDS[0].shows;
  const entries = joinEntries(query.data?.pages.flatMap((page) => page.items) ?? []).filter(shows);
  const days = Map.groupBy(entries, (entry) => dayHeading(new Date(entry.at), now, zone));
  return (
    <section className={classes.timeline} aria-label="Timeline">
      <VisuallyHidden component="h2">Timeline</VisuallyHidden>
      <div className={classes.kinds} role="group" aria-label="Show">
        {KINDS.map(({ key, title }) => (
          <button className={classes.kind} type="button" aria-pressed={key === kind} onClick={() => setKind(key)} key={key}>
            {title}
          </button>
        ))}
        <Link className={`${classes.own} k-desk`} to="/profile/changes">
          My changes
        </Link>
      </div>
      {query.error && (
        <ErrorState title="The timeline could not be loaded" message={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data && entries.length === 0 && <p className={classes.nothing}>{emptyText(kind)}</p>}
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className={classes.day}>{day}</h3>
          <ul className={classes.entries}>
            {ofDay.map((entry) => (
              <TimelineLine type={type} record={record} entry={entry} key={entry.id} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <Button variant="subtle" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
          Show earlier
        </Button>
      )}
    </section>
  );
}

function emptyText(kind: string): string {
  if (kind === "notes") return "No notes yet. Notes you write above appear here.";
  if (kind === "activities") return "No calls, meetings or emails yet. Press C to log a call.";
  return kind === "keys" ? "No key has touched this record." : "Nothing has happened yet.";
}
