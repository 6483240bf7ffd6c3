import type { OutputOf } from "@kith/server/contract";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useWrite } from "../../../calls.ts";
import { useIsAdmin } from "../../../session.ts";
import { Choice, ChoiceSet } from "../../../ui/choice.tsx";
import { Section } from "../../../ui/page.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { NumberField } from "../rules/number-field.tsx";
import { minutesText } from "./clock-text.ts";
import classes from "./clock.module.css";

type Policy = OutputOf<"leadSending.getClockPolicy">;

const MAX_MINUTES = 20_160;

/** How long a lead may wait, and what happens then. Members read it, Admins change it. */
export function PolicyForm({ policy }: { policy: Policy }) {
  const isAdmin = useIsAdmin();
  const toast = useToast();
  const [draft, setDraft] = useState(policy);
  const save = useWrite("leadSending.saveClockPolicy", {
    refresh: ["leadSending.getClockPolicy"],
    onDone: () => toast({ text: "Time for a first response saved. It holds for leads that come from now on." }),
  });
  if (!isAdmin)
    return (
      <Section title="Time for a first response">
        <p>{policyText(policy)}</p>
      </Section>
    );
  const { is_on, minutes, on_overdue, most_handovers } = draft;
  return (
    <Section title="Time for a first response" lead="Counted in the working hours of whoever got the lead.">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ is_on, minutes, on_overdue, most_handovers });
        }}
      >
        <Checkbox
          label="Leads must be answered in time"
          checked={is_on}
          onChange={(event) => setDraft({ ...draft, is_on: event.currentTarget.checked })}
        />
        <div className={classes.minutes}>
          <span>Within</span>
          <NumberField
            label="Minutes for a first response"
            value={minutes}
            max={MAX_MINUTES}
            onChange={(next) => setDraft({ ...draft, minutes: next })}
          />
          <span>minutes of working time</span>
        </div>
        <ChoiceSet legend="If nobody answers in time" columns={2}>
          <Choice
            name="on_overdue"
            title="Tell people"
            isChosen={on_overdue === "tell"}
            onChoose={() => setDraft({ ...draft, on_overdue: "tell" })}
          >
            Whoever has the lead and the Admins get an email.
          </Choice>
          <Choice
            name="on_overdue"
            title="Give it to the next"
            isChosen={on_overdue === "next"}
            onChoose={() => setDraft({ ...draft, on_overdue: "next" })}
          >
            The rules choose somebody who has not let it wait, at most {most_handovers} times.
          </Choice>
        </ChoiceSet>
        <Button className={classes.save ?? ""} variant="filled" type="submit" loading={save.isPending}>
          Save
        </Button>
      </form>
    </Section>
  );
}

function policyText({ is_on: isOn, minutes, on_overdue: then }: Policy): string {
  if (!isOn) return "Leads may wait as long as they do: an Admin has set no time.";
  const what = then === "tell" ? "their owner and the Admins get an email" : "they go to the next person";
  return `Leads must be answered within ${minutesText(minutes)} of working time. Otherwise ${what}.`;
}
