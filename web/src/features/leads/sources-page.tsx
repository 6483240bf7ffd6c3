import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type LeadSource, POLL_MS } from "./read.ts";
import { SourceMenu } from "./source-menu.tsx";
import { CameIn, heldText, SourceState } from "./source-state.tsx";
import classes from "./sources.module.css";

const columns: Column<LeadSource>[] = [
  { title: "Form", cell: (source) => <NameAndSites source={source} />, isName: true },
  { title: "Fields", width: 80, cell: ({ fields }) => wholeText(fields.length), isExtra: true },
  { title: "Leads in 7 days", width: 120, cell: ({ last_week: week }) => wholeText(week.accepted) },
  { title: "Held", width: 80, cell: (source) => <Held source={source} /> },
  { title: "Last lead", width: 128, cell: ({ last_received_at: last }) => (last ? <RelativeTime at={last} /> : "–") },
  { title: "State", width: 120, cell: (source) => <SourceState source={source} /> },
];

export function SourcesPage() {
  return (
    <AreaPage area="Lead sending" title="Sources" isWide>
      <Sources />
    </AreaPage>
  );
}

function Sources() {
  const isAdmin = useIsAdmin();
  const query = useRows("leads.listSources", {}, { pollMs: POLL_MS });
  const add = isAdmin && (
    <ButtonLink to="/lead-sending/sources/new" variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Add form
    </ButtonLink>
  );
  return (
    <Section
      title="Forms"
      lead="What a visitor sends is written down before it is answered, becomes a lead within seconds, and goes down the rules."
      actions={query.data?.length === 0 ? undefined : add}
    >
      <Loaded query={query} what="The forms">
        {(rows) => (rows.length === 0 ? <None action={add} /> : <Table rows={rows} isAdmin={isAdmin} />)}
      </Loaded>
      <LoadMore query={query} />
      <p className={`k-tip ${classes.tip}`}>
        From a server of your own, send leads with a key to <code>POST /api/v1/leads</code>.
      </p>
    </Section>
  );
}

function Table({ rows, isAdmin }: { rows: LeadSource[]; isAdmin: boolean }) {
  return (
    <DataTable
      label="Forms"
      rows={rows}
      rowId={(source) => source.id}
      rowName={(source) => source.name}
      columns={columns}
      phone={(source) => ({
        title: <Name source={source} />,
        side: <SourceState source={source} />,
        detail: (
          <span>
            <CameIn source={source} />
            {source.held.count > 0 && `, ${heldText(source.held)} held`}
          </span>
        ),
      })}
      {...(isAdmin ? { more: (source: LeadSource) => <SourceMenu source={source} /> } : {})}
    />
  );
}

function None({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No forms yet" action={action}>
      A form stands on your website or on a page of its own. Each one that is sent becomes a lead.
      {!action && " An Admin can add one."}
    </EmptyState>
  );
}

function Name({ source: { id, name } }: { source: LeadSource }) {
  return (
    <Link className={`${classes.name} k-truncate`} to="/lead-sending/sources/$source" params={{ source: id }}>
      {name}
    </Link>
  );
}

function NameAndSites({ source }: { source: LeadSource }) {
  const sites = source.origins.map((origin) => origin.replace(/^https:\/\//, "")).join(", ");
  return (
    <span className={classes.two}>
      <Name source={source} />
      <span className={`${classes.second} k-truncate`} title={sites}>
        {sites || "Any site"}
      </span>
    </span>
  );
}

function Held({ source }: { source: LeadSource }) {
  if (source.held.count === 0) return "–";
  return (
    <Link to="/lead-sending/spam" search={{ source: source.id }} aria-label={`${heldText(source.held)} held of ${source.name}`}>
      {heldText(source.held)}
    </Link>
  );
}
