import type { OutputOf } from "@kith/server/contract";
import { Checkbox, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { read, useRows } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { useClock } from "../../ui/clock.tsx";
import { CopyIcon } from "../../ui/copy.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { EmptyState, SkeletonRows } from "../../ui/states.tsx";
import { absolute, dayOf, secondOfDay, shortDate, timeOfDay } from "../../ui/time-text.ts";
import classes from "./requests.module.css";

type LoggedRequest = OutputOf<"requests.list">["items"][number];

// As often as the service writes what it has seen.
const POLL_MS = 5_000;

const columns: Column<LoggedRequest>[] = [
  { title: "Time", width: 100, cell: (one) => <Time at={one.at} /> },
  { title: "Request", cell: (one) => <Called request={one} />, isName: true },
  { title: "Key", width: 120, cell: (one) => one.key.name },
  { title: "Duration", width: 80, cell: (one) => `${one.duration_ms} ms` },
  { title: "Result", width: 180, cell: (one) => <Result request={one} /> },
];

/** The latest calls of one's own keys: what an integration sends, and why it is refused. */
export function RequestsPage() {
  const filter = useSearch({ from: "/profile/requests" });
  const query = useRows("requests.list", filter, { pollMs: POLL_MS });
  const isFiltered = Boolean(filter.key ?? filter.show);
  return (
    <AreaPage area="Profile" title="Requests">
      <Section
        title="Requests of your keys"
        lead="The latest 1,000 calls over REST and MCP, for 30 days. What was sent and answered is not kept."
        actions={<Filters />}
      >
        <Loaded query={query} what="The requests" skeleton={<SkeletonRows rows={10} />}>
          {(rows) =>
            rows.length === 0 ? (
              <NoRequests isFiltered={isFiltered} />
            ) : (
              <DataTable
                label="Requests of your keys"
                rows={rows}
                rowId={(one) => one.request_id}
                rowName={(one) => `${one.method} ${one.path}`}
                columns={columns}
                phone={(one) => ({
                  title: <Called request={one} />,
                  side: <Time at={one.at} />,
                  detail: (
                    <>
                      <Result request={one} />
                      <span className="k-faint k-truncate">
                        {one.key.name} · {one.duration_ms} ms
                      </span>
                    </>
                  ),
                })}
                more={(one) => <CopyIcon text={one.request_id} label={`Copy the request id of ${one.method} ${one.path}`} />}
              />
            )
          }
        </Loaded>
        <LoadMore query={query} />
      </Section>
    </AreaPage>
  );
}

function NoRequests({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="Nothing matches" action={<ButtonLink to="/profile/requests">Show all</ButtonLink>}>
        No request of this kind in the last 30 days.
      </EmptyState>
    );
  return <EmptyState title="No requests yet">Calls with your API keys appear here a few seconds after they are made.</EmptyState>;
}

function Filters() {
  const filter = useSearch({ from: "/profile/requests" });
  const navigate = useNavigate();
  const keys = useQuery(read("keys.list", {})).data?.items ?? [];
  const choose = (change: { key?: string | undefined; show?: "errors" | undefined }) =>
    void navigate({ to: "/profile/requests", search: { ...filter, ...change }, replace: true });
  return (
    <div className={classes.filters}>
      <Checkbox
        label="Errors only"
        checked={filter.show === "errors"}
        onChange={({ currentTarget }) => choose({ show: currentTarget.checked ? "errors" : undefined })}
      />
      <Select
        aria-label="Key"
        placeholder="All keys"
        size="sm"
        data={keys.map(({ id, name, last_four: ending }) => ({ value: id, label: `${name} (…${ending})` }))}
        value={filter.key ?? null}
        onChange={(key) => choose({ key: key ?? undefined })}
        clearable
      />
    </div>
  );
}

/** The operation, and below it how it was called. */
function Called({ request }: { request: LoggedRequest }) {
  return (
    <span className={classes.called}>
      <span className="k-truncate">{request.operation ?? "unknown"}</span>
      <span className={`k-mono k-truncate ${classes.path}`} title={`${request.method} ${request.path}`}>
        {request.method} {request.path}
      </span>
    </span>
  );
}

function Result({ request: { status, code } }: { request: LoggedRequest }) {
  return <StatePill tone={code || status >= 400 ? "bad" : "good"}>{code ? `${status} ${code}` : String(status)}</StatePill>;
}

/** The time of today's calls, the day of earlier ones; the title has both. */
function Time({ at }: { at: string }) {
  const { now, zone } = useClock();
  const date = new Date(at);
  const isToday = dayOf(date, zone) === dayOf(now, zone);
  return (
    <time dateTime={at} title={absolute(date, zone)}>
      {isToday ? secondOfDay(date, zone) : `${shortDate(date, now, zone)}, ${timeOfDay(date, zone)}`}
    </time>
  );
}
