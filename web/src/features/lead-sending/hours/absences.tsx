import { Button, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useFieldErrors } from "../../../form.ts";
import { useRows, useWrite } from "../../../calls.ts";
import { useIsAdmin, useMe } from "../../../session.ts";
import { LoadMore } from "../../../ui/buttons.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../../ui/dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { StatePill } from "../../../ui/state-pill.tsx";
import { Notice } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { clockText } from "../../webhooks/index.ts";
import { usePeople } from "../people.ts";
import { Person } from "../person.tsx";
import classes from "./hours.module.css";
import type { Absence } from "./week.ts";

const REFRESHED: ("leadSending.listAbsences" | "leadSending.getWorkingHours" | "leadSending.getRules")[] = [
  "leadSending.listAbsences",
  "leadSending.getWorkingHours",
  "leadSending.getRules",
];

/** Who is away, now and later. Meanwhile no rule gives them a lead. */
export function Absences() {
  const query = useRows("leadSending.listAbsences", {});
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      title="Absences"
      lead="Somebody who is away gets no leads by rules. Back again, they owe nothing and are owed nothing."
      actions={
        <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
          Add absence
        </Button>
      }
    >
      <Loaded query={query} what="The absences">
        {(rows) => (rows.length === 0 ? <p className="k-muted">Nobody is away, and nobody will be.</p> : <Table rows={rows} />)}
      </Loaded>
      <LoadMore query={query} />
      {isAdding && <AbsenceDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

function Table({ rows }: { rows: Absence[] }) {
  const { user } = useMe();
  const isAdmin = useIsAdmin();
  const toast = useToast();
  const add = useWrite("leadSending.addAbsence", { refresh: REFRESHED });
  const remove = useWrite("leadSending.removeAbsence", { refresh: REFRESHED });
  const takeAway = ({ id, user: who, from, to, note }: Absence) =>
    remove.mutate(
      { id },
      {
        onSuccess: () =>
          toast({
            text: `Absence of ${who.name} removed.`,
            undo: () => add.mutate({ from, to, note, ...(who.id === user.id ? {} : { user: who.id }) }),
          }),
      },
    );
  const columns: Column<Absence>[] = [
    { title: "Person", width: 200, cell: ({ user: who }) => <Person id={who.id} name={who.name} hasWholeName />, isName: true },
    { title: "Away", width: 260, cell: (absence) => <Range absence={absence} /> },
    { title: "Note", cell: ({ note }) => note || "–" },
    { title: "Now", width: 90, cell: ({ is_now: isNow }) => isNow && <StatePill tone="soon">Away</StatePill> },
  ];
  return (
    <DataTable
      label="Absences"
      rows={rows}
      rowId={(absence) => absence.id}
      rowName={(absence) => absence.user.name}
      columns={columns}
      phone={(absence) => ({
        title: <Person id={absence.user.id} name={absence.user.name} hasWholeName />,
        side: absence.is_now && <StatePill tone="soon">Away</StatePill>,
        detail: <Range absence={absence} />,
      })}
      moreWidth={104}
      more={(absence) =>
        (isAdmin || absence.user.id === user.id) && (
          <Button variant="subtle" aria-label={`Remove the absence of ${absence.user.name}`} onClick={() => takeAway(absence)}>
            Remove
          </Button>
        )
      }
    />
  );
}

function Range({ absence: { from, to } }: { absence: Absence }) {
  const { now, zone } = useClock();
  return `${clockText(new Date(from), now, zone)} to ${clockText(new Date(to), now, zone)}`;
}

function AbsenceDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const isAdmin = useIsAdmin();
  const people = usePeople();
  const toast = useToast();
  const [who, setWho] = useState(user.id);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [note, setNote] = useState("");
  const write = useWrite("leadSending.addAbsence", {
    showsError: false,
    refresh: REFRESHED,
    onDone: (absence) => {
      toast({ text: `Absence of ${absence.user.name} added.` });
      onClose();
    },
  });
  const { errors: problems, failure } = useFieldErrors(write.error, { who, from, to, note });
  const isComplete = from !== "" && to !== "";
  return (
    <Dialog title="Add absence" opened onClose={onClose} width={400}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // A time of the browser's own clock, which is what the field shows.
          if (isComplete)
            write.mutate({
              from: new Date(from).toISOString(),
              to: new Date(to).toISOString(),
              note,
              ...(who === user.id ? {} : { user: who }),
            });
        }}
      >
        <DialogBody>
          <div className={classes.form}>
            {failure && <Notice tone="bad">{failure}</Notice>}
            {isAdmin && (
              <Select
                label="Person"
                data={[...people.values()].filter((one) => one.disabled_at === null).map(({ id, name }) => ({ value: id, label: name }))}
                value={who}
                onChange={(id) => setWho(id ?? user.id)}
                searchable
                allowDeselect={false}
              />
            )}
            <TextInput
              label="From"
              type="datetime-local"
              value={from}
              error={problems["from"]}
              onChange={(event) => setFrom(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              label="To"
              type="datetime-local"
              value={to}
              error={problems["to"]}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
            <TextInput
              label="Note"
              placeholder="Holiday"
              maxLength={200}
              autoComplete="off"
              value={note}
              error={problems["note"]}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </div>
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit" loading={write.isPending} disabled={!isComplete}>
            Add absence
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
