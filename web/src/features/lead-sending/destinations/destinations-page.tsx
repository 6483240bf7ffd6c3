import { IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../../calls.ts";
import { AreaPage } from "../../../layout/area-page.tsx";
import { useIsAdmin } from "../../../session.ts";
import { ButtonLink } from "../../../ui/buttons.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { type Destination, POLL_MS } from "../read.ts";
import { Codes } from "./codes.tsx";
import { DestinationMenu } from "./destination-menu.tsx";
import classes from "./destinations.module.css";
import { addressOf, dayText, DestinationState, healthText, KINDS } from "./health.tsx";

const columns: Column<Destination>[] = [
  { title: "Destination", cell: (destination) => <NameAndAddress destination={destination} />, isName: true },
  { title: "Kind", width: 132, cell: ({ kind }) => KINDS[kind] },
  { title: "Last 24 h", width: 190, wraps: true, cell: ({ last_day: day }) => <span className={classes.day}>{dayText(day)}</span> },
  { title: "Median", width: 84, cell: ({ last_day: { median_ms: ms } }) => (ms === null ? "–" : `${wholeText(ms)} ms`) },
  { title: "State", width: 220, wraps: true, cell: (destination) => <State destination={destination} /> },
];

export function DestinationsPage() {
  const query = useRows("leadSending.listDestinations", {}, { pollMs: POLL_MS });
  return (
    <AreaPage area="Lead sending" title="Destinations" isWide>
      <Destinations query={query} />
      {/* Not before: it would move down. */}
      {!query.isPending && <Codes />}
    </AreaPage>
  );
}

function Destinations({ query }: { query: UseQueryResult<Destination[]> }) {
  const isAdmin = useIsAdmin();
  const add = isAdmin && (
    <ButtonLink to="/lead-sending/destinations/new" variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Add destination
    </ButtonLink>
  );
  return (
    <Section
      title="Destinations"
      lead="Where rules send leads: a partner’s system, an address, a person here, or another company on Kith. What is refused or not answered in time goes on to the next rule."
      actions={query.data?.length === 0 ? undefined : add}
    >
      <Loaded query={query} what="The destinations">
        {(rows) => (rows.length === 0 ? <None action={add} /> : <Table rows={rows} isAdmin={isAdmin} />)}
      </Loaded>
    </Section>
  );
}

function Table({ rows, isAdmin }: { rows: Destination[]; isAdmin: boolean }) {
  return (
    <DataTable
      label="Destinations"
      rows={rows}
      rowId={(destination) => destination.id}
      rowName={(destination) => destination.name}
      columns={columns}
      phone={(destination) => ({
        title: <Name destination={destination} />,
        side: <DestinationState destination={destination} />,
        detail: (
          <span className={classes.wrapping}>
            {addressOf(destination)}. {dayText(destination.last_day)}. {healthText(destination)}
          </span>
        ),
      })}
      {...(isAdmin ? { more: (destination: Destination) => <DestinationMenu destination={destination} /> } : {})}
    />
  );
}

function None({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No destinations yet" action={action}>
      A destination gets leads that a rule sends there, such as those outside your area.
      {!action && " An Admin can add one."}
    </EmptyState>
  );
}

function Name({ destination: { id, name } }: { destination: Destination }) {
  return (
    <Link className={`${classes.name} k-truncate`} to="/lead-sending/destinations/$destination" params={{ destination: id }}>
      {name}
    </Link>
  );
}

function NameAndAddress({ destination }: { destination: Destination }) {
  const address = addressOf(destination);
  return (
    <span className={classes.two}>
      <Name destination={destination} />
      <span className={`${destination.kind === "http" ? "k-mono " : ""}k-faint k-truncate`} title={address}>
        {address}
      </span>
    </span>
  );
}

function State({ destination }: { destination: Destination }) {
  return (
    <span className={classes.state}>
      <DestinationState destination={destination} />
      <span className={classes.second}>{healthText(destination)}</span>
    </span>
  );
}
