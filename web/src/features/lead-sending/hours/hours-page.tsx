import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../calls.ts";
import { AreaPage } from "../../../layout/area-page.tsx";
import { useIsAdmin, useMe } from "../../../session.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Line, Lines, Section } from "../../../ui/page.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { zoneName } from "../rules/rule-text.ts";
import { Absences } from "./absences.tsx";
import { HoursDialog } from "./hours-dialog.tsx";
import classes from "./hours.module.css";
import { type HoursList, weekText } from "./week.ts";

type PersonHours = HoursList["people"][number];

/** When people work, and when they are away: outside of it no rule gives them a lead. */
export function HoursPage() {
  const query = useQuery(read("leadSending.getWorkingHours", {}));
  return (
    <AreaPage area="Lead sending" title="Working hours" isWide>
      <Loaded query={query} what="The working hours">
        {(list) => (
          <>
            <Company list={list} />
            <People list={list} />
          </>
        )}
      </Loaded>
      {/* Not before: it would move down. */}
      {!query.isPending && <Absences />}
    </AreaPage>
  );
}

function Company({ list: { company } }: { list: HoursList }) {
  const isAdmin = useIsAdmin();
  const [isEditing, setEditing] = useState(false);
  return (
    <Section title="Company" lead="They hold for everyone without hours of their own. Rules and the first-response clock go by them.">
      <Lines>
        <Line label="Hours">
          <span className={classes.value}>
            {company ? weekText(company) : "At all times"}
            {company && <span className="k-faint"> {zoneName(company.zone)} time</span>}
          </span>
          {isAdmin && <Button onClick={() => setEditing(true)}>Change</Button>}
        </Line>
      </Lines>
      {isEditing && <HoursDialog of="company" title="Working hours of the company" hours={company} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function People({ list }: { list: HoursList }) {
  const { user } = useMe();
  const isAdmin = useIsAdmin();
  const [editing, setEditing] = useState<PersonHours>();
  const columns: Column<PersonHours>[] = [
    { title: "Person", width: 220, cell: (person) => <Who person={person} />, isName: true },
    { title: "Hours", cell: (person) => <Hours person={person} />, wraps: true },
    { title: "Now", width: 120, cell: (person) => <Now person={person} /> },
  ];
  return (
    <Section title="People" lead="Everybody can set their own. An Admin can set those of others.">
      <DataTable
        label="Working hours"
        rows={list.people}
        rowId={(person) => person.id}
        rowName={(person) => person.name}
        columns={columns}
        phone={(person) => ({ title: <Who person={person} />, side: <Now person={person} />, detail: <Hours person={person} /> })}
        moreWidth={104}
        more={(person) =>
          (isAdmin || person.id === user.id) && (
            <Button variant="subtle" aria-label={`Change the hours of ${person.name}`} onClick={() => setEditing(person)}>
              Change
            </Button>
          )
        }
      />
      {editing && (
        <HoursDialog
          of={editing.id}
          title={`Working hours of ${editing.name}`}
          hours={editing.hours}
          company={list.company}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  );
}

function Who({ person: { id, name } }: { person: PersonHours }) {
  return (
    <span className={classes.who}>
      <Avatar id={id} name={name} />
      <span className="k-truncate">{name}</span>
    </span>
  );
}

function Hours({ person: { hours } }: { person: PersonHours }) {
  if (!hours) return <span className="k-faint">As the company</span>;
  return (
    <span>
      {weekText(hours)}
      <span className="k-faint"> {zoneName(hours.zone)} time</span>
    </span>
  );
}

const Now = ({ person: { is_open: isOpen } }: { person: PersonHours }) => (
  <StatePill tone={isOpen ? "good" : "neutral"}>{isOpen ? "There" : "Away"}</StatePill>
);
