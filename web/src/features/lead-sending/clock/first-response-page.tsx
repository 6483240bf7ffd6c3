import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read, useRows } from "../../../calls.ts";
import { AreaPage } from "../../../layout/area-page.tsx";
import { LoadMore } from "../../../ui/buttons.tsx";
import { RelativeTime } from "../../../ui/clock.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Person } from "../person.tsx";
import { type LeadClock, minutesText, STATES } from "./clock-text.ts";
import { ClockFigures } from "./clock-figures.tsx";
import { PolicyForm } from "./policy-form.tsx";

/** How fast leads are answered, which of them wait, and what happens to those that wait too long. */
export function FirstResponsePage() {
  const policy = useQuery(read("leadSending.getClockPolicy", {}));
  const waiting = useRows("leadSending.listClocks", { state: "open" });
  return (
    <AreaPage area="Lead sending" title="First response" isWide>
      <ClockFigures />
      <Section
        title="Waiting leads"
        lead="Leads that somebody got and nobody has answered. A note, another status or a conversion is a response."
      >
        <Loaded query={waiting} what="The waiting leads">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No lead waits">Leads that the rules give to somebody appear here until they are answered.</EmptyState>
            ) : (
              <Waiting rows={rows} />
            )
          }
        </Loaded>
        <LoadMore query={waiting} />
      </Section>
      <Loaded query={policy} what="The time for a first response">
        {(found) => <PolicyForm policy={found} key={found.updated_at} />}
      </Loaded>
    </AreaPage>
  );
}

function Waiting({ rows }: { rows: LeadClock[] }) {
  const columns: Column<LeadClock>[] = [
    { title: "Lead", cell: (clock) => <Lead clock={clock} />, isName: true },
    { title: "Person", width: 160, cell: ({ person }) => <Person id={person.id} name={person.name} /> },
    { title: "Due", width: 140, cell: (clock) => <RelativeTime at={clock.due_at} /> },
    { title: "Given", width: 110, cell: (clock) => minutesText(clock.minutes) },
    { title: "State", width: 110, cell: (clock) => <State clock={clock} /> },
  ];
  return (
    <DataTable
      label="Waiting leads"
      rows={rows}
      rowId={(clock) => clock.id}
      rowName={(clock) => clock.lead.title}
      columns={columns}
      phone={(clock) => ({
        title: <Lead clock={clock} />,
        side: <State clock={clock} />,
        detail: (
          <>
            {clock.person.name}, due <RelativeTime at={clock.due_at} />
          </>
        ),
      })}
    />
  );
}

const Lead = ({ clock }: { clock: LeadClock }) => (
  <Link className="k-truncate" to="/records/$type/$id" params={{ type: "lead", id: clock.lead.id }}>
    {clock.lead.title}
  </Link>
);

const State = ({ clock }: { clock: LeadClock }) => <StatePill tone={STATES[clock.state].tone}>{STATES[clock.state].text}</StatePill>;
