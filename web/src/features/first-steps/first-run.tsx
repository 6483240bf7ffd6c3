import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../calls.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { useIsAdmin, useMe } from "../../session.ts";
import { SampleOffer, useSamples } from "../samples/index.ts";
import { Checklist } from "./checklist.tsx";
import classes from "./first-run.module.css";
import { useFirstRun } from "./first-run.ts";
import { type Facts, stepsFor } from "./steps.ts";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five"];

/** First steps in a company without records, shown in place of them. */
export function FirstRun() {
  const { company, user } = useMe();
  const { hide } = useFirstRun();
  const facts = useFacts();
  const steps = stepsFor(user.role, company, facts);
  return (
    <section className={classes.first} aria-label="First steps">
      <div className={classes.head}>
        <h2 className={classes.title}>Set up {company.name}</h2>
        <Button variant="subtle" color="gray" onClick={hide}>
          Hide
        </Button>
      </div>
      <p className={classes.lead}>{NUMBERS[steps.length]} steps, about ten minutes. Each one is optional and can be undone.</p>
      <Checklist steps={steps} isKnown={facts !== undefined} />
      {user.role === "admin" && <SampleOffer />}
      <div className={`${classes.keys} k-desk`}>
        <span>
          <Kbd keys="mod k" /> find or do anything
        </span>
        <span>
          <Kbd keys="/" /> filter the list
        </span>
        <span>
          <Kbd keys="c" /> new record
        </span>
        <span>
          <Kbd keys="z" /> undo
        </span>
        <span>
          <Kbd keys="?" /> all shortcuts
        </span>
      </div>
    </section>
  );
}

function useFacts(): Facts | undefined {
  const isAdmin = useIsAdmin();
  const keys = useQuery(read("keys.list", {}));
  const members = useQuery(read("members.list", { limit: 2 }));
  const imports = useQuery(read("imports.list", { limit: 10 }));
  const invitations = useQuery({ ...read("invitations.list", {}), enabled: isAdmin });
  const samples = useSamples();
  if (!keys.data || !members.data || !imports.data || !samples.data || (isAdmin && !invitations.data)) return undefined;
  return {
    keys: keys.data.items,
    members: members.data.items.length,
    invitations: invitations.data?.items.length ?? 0,
    imports: imports.data.items.filter((file) => file.state === "done").length,
    ownTypes: samples.data.own_types,
  };
}
