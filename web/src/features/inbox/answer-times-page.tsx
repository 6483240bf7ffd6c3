import type { OutputOf } from "@kith/server/contract";
import { Button, Checkbox, NumberInput } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./answer-times.module.css";
import { lengthText, MINUTE_MS } from "./due-text.ts";

type Policy = OutputOf<"inbox.getClockPolicy">;

const MAX_MINUTES = 20_160;

/** How fast messages must be answered. Members read it, Admins change it. */
export function AnswerTimesPage() {
  useDocumentTitle("Answer times · Kith");
  const query = useQuery(read("inbox.getClockPolicy", {}));
  const isAdmin = useIsAdmin();
  return (
    <AreaPage area="Company" title="Answer times">
      <Section
        title="Answer times"
        lead="Counted in the working hours of whoever has the conversation, or else of the company. What is due first stands first in the inbox."
        actions={<Link to="/lead-sending/hours">Working hours</Link>}
      >
        <Loaded query={query} what="The answer times">
          {(policy) => (isAdmin ? <PolicyForm policy={policy} key={JSON.stringify(policy)} /> : <p>{policyText(policy)}</p>)}
        </Loaded>
      </Section>
    </AreaPage>
  );
}

function PolicyForm({ policy }: { policy: Policy }) {
  const toast = useToast();
  const [draft, setDraft] = useState(policy);
  const undo = useWrite("inbox.saveClockPolicy", { refresh: ["inbox.getClockPolicy"] });
  const save = useWrite("inbox.saveClockPolicy", {
    refresh: ["inbox.getClockPolicy"],
    onDone: () => toast({ text: "Answer times saved. They hold for messages that come from now on.", undo: () => undo.mutate(policy) }),
  });
  const field = (label: string, name: "first_minutes" | "next_minutes") => (
    <NumberInput
      label={label}
      description="Minutes of working time"
      value={draft[name]}
      min={1}
      max={MAX_MINUTES}
      allowDecimal={false}
      onChange={(value) => typeof value === "number" && setDraft({ ...draft, [name]: value })}
      disabled={!draft.is_on}
    />
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Checkbox
        label="Messages must be answered in time"
        checked={draft.is_on}
        onChange={(event) => setDraft({ ...draft, is_on: event.currentTarget.checked })}
      />
      <div className={classes.fields}>
        {field("First answer within", "first_minutes")}
        {field("Every further answer within", "next_minutes")}
      </div>
      <Button className={classes.save ?? ""} variant="filled" size="sm" type="submit" loading={save.isPending}>
        Save
      </Button>
    </form>
  );
}

function policyText({ is_on: isOn, first_minutes: first, next_minutes: next }: Policy): string {
  if (!isOn) return "No answer is due at a certain time: an Admin has set none.";
  const text = (minutes: number) => lengthText(minutes * MINUTE_MS);
  return `The first answer is due within ${text(first)} of working time, every further one within ${text(next)}.`;
}
