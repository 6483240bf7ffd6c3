import { IconListCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useMe } from "../../session.ts";
import classes from "./first-run.module.css";
import { useFirstRun } from "./first-run.ts";
import { stepsFor } from "./steps.ts";
import { useFacts } from "./use-facts.ts";

/** In the sidebar from the first look at the steps until they are done or hidden. */
export function SetUpLine() {
  const { isUnderWay } = useFirstRun();
  return isUnderWay ? <Progress /> : null;
}

function Progress() {
  const { company, user } = useMe();
  const { hide } = useFirstRun();
  const facts = useFacts();
  const steps = stepsFor(user.role, company, facts);
  const done = steps.filter((step) => step.isDone).length;
  const isOver = facts !== undefined && done === steps.length;
  useEffect(() => {
    if (isOver) hide();
  }, [isOver, hide]);
  if (!facts || isOver) return null;
  return (
    <Link className={classes.line} to="/set-up">
      <IconListCheck size={16} stroke={1.75} aria-hidden />
      Set-up
      <span className={`${classes.lineCount} k-number`}>
        {done} of {steps.length}
      </span>
    </Link>
  );
}
