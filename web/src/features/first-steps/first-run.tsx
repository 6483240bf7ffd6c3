import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Kbd } from "../../ui/kbd.tsx";
import { useMe } from "../../session.ts";
import { SampleOffer } from "../samples/index.ts";
import { Checklist } from "./checklist.tsx";
import classes from "./first-run.module.css";
import { useFirstRun } from "./first-run.ts";
import { stepsFor } from "./steps.ts";
import { useFacts } from "./use-facts.ts";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five"];

/** First steps in a company without records, shown in place of them. */
export function FirstRun({ onHide }: { onHide?: () => void }) {
  const { company, user } = useMe();
  const { begin, hide, isHidden } = useFirstRun();
  const facts = useFacts();
  useEffect(begin, [begin]);
  const steps = stepsFor(user.role, company, facts);
  return (
    <section className={classes.first} aria-label="First steps">
      <div className={classes.head}>
        <h2 className={classes.title}>Set up {company.name}</h2>
        {!isHidden && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              hide();
              onHide?.();
            }}
          >
            Hide
          </Button>
        )}
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
          <Kbd keys="n" /> new record
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
