import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconShieldExclamation, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { SidePanel } from "../../ui/side-panel.tsx";
import { Given } from "./given.tsx";
import classes from "./held.module.css";
import type { Submission } from "./read.ts";
import { pageText, type Reason, REASONS } from "./reasons.ts";
import type { HeldActions } from "./use-held-actions.ts";

interface HeldPanelProps {
  submission: Submission;
  actions: HeldActions;
  onClose: () => void;
}

/** One submission beside the list: what was sent, and which reasons speak against it. */
export function HeldPanel({ submission, actions, onClose }: HeldPanelProps) {
  const { id, state } = submission;
  const title = {
    held: "Why is this held?",
    dropped: "Dropped",
    failed: "Why did it fail?",
    taken: "What was sent",
    received: "Waiting",
  }[state];
  const from = [submission.ip, pageText(submission) && `from ${pageText(submission)}`].filter(Boolean).join(", ");
  return (
    <SidePanel title={title} onClose={onClose} foot={<Foot submission={submission} actions={actions} />}>
      <div className={classes.panel}>
        <div className={classes.words}>
          <Given given={submission.given} />
        </div>
        <p className="k-tip">
          {from && `${from}. `}Links cannot be pressed here.{" "}
          <Link to="/lead-sending/submissions/$submission" params={{ submission: id }}>
            All of it
          </Link>
        </p>
        {submission.failure && <p className={classes.failure}>{submission.failure}</p>}
        <Layers submission={submission} />
      </div>
    </SidePanel>
  );
}

export function Layers({ submission: { reasons, score } }: { submission: Submission }) {
  const all = Object.keys(REASONS) as Reason[];
  const first = all.toSorted((one, other) => Number(reasons.includes(other)) - Number(reasons.includes(one)));
  return (
    <section aria-label="Layers">
      <h3 className={classes.h3}>
        Layers{" "}
        <span className="k-faint">
          {reasons.length} of {all.length} gave a reason, {score} {score === 1 ? "point" : "points"}
        </span>
      </h3>
      <ul className={classes.layers}>
        {first.map((reason) => (
          <li data-bad={reasons.includes(reason) || undefined} key={reason}>
            {reasons.includes(reason) ? (
              <IconAlertTriangle size={14} stroke={1.75} aria-label="Against it" role="img" />
            ) : (
              <IconCheck size={14} stroke={1.75} aria-label="Nothing against it" role="img" />
            )}
            {REASONS[reason].title}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Foot({ submission: { id, state, lead }, actions }: Pick<HeldPanelProps, "submission" | "actions">) {
  if (state === "taken")
    return lead ? (
      <Button variant="filled" renderRoot={(props) => <Link to="/records/$type/$id" params={{ type: "lead", id: lead }} {...props} />}>
        Open the lead
      </Button>
    ) : null;
  if (state === "dropped")
    return (
      <Button
        leftSection={<IconShieldExclamation size={16} stroke={1.75} />}
        loading={actions.isWorking}
        onClick={() => actions.hold([id])}
      >
        Hold again
      </Button>
    );
  if (state === "received") return null;
  return (
    <>
      <Button
        className="k-danger"
        data-outlined
        leftSection={<IconTrash size={16} stroke={1.75} />}
        disabled={actions.isWorking}
        onClick={() => actions.drop([id])}
      >
        Drop
      </Button>
      <Button
        className={classes.end ?? ""}
        variant="filled"
        leftSection={<IconCheck size={16} stroke={1.75} />}
        disabled={actions.isWorking}
        onClick={() => actions.letIn([id])}
      >
        {state === "failed" ? "Try again" : "Let in"}
      </Button>
    </>
  );
}
