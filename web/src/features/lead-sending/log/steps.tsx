import { Avatar } from "../../../ui/avatar.tsx";
import { RESULTS, type Step } from "./entry.ts";
import classes from "./log.module.css";

/** What every rule said, in order. The last one decided. */
export function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className={classes.trace} aria-label="Rules">
      {steps.map((step) => (
        <li className={classes.step} key={step.rule}>
          <span className={classes.mark} data-tone={toneOf(step)} aria-hidden>
            {step.number}
          </span>
          <span className={classes.stepHead}>
            <b className="k-truncate">{step.rule_name}</b>
            <span className={classes.result}>{RESULTS[step.result]}</span>
          </span>
          <span className={classes.because}>{hasRound(step) && step.result === "nobody" ? "Nobody could take it." : step.sentence}</span>
          {hasRound(step) && <Round people={step.people} />}
        </li>
      ))}
    </ol>
  );
}

/** Each of them has a line of their own, with the reason. */
const hasRound = ({ people }: Step) => people.length > 1;

const toneOf = ({ result }: Step) => (result === "taken" ? "good" : result === "broken" || result === "gone" ? "bad" : undefined);

function Round({ people }: { people: Step["people"] }) {
  return (
    <ul className={classes.round} aria-label="People of the rule">
      {people.map(({ id, name, sentence, is_chosen: isChosen }) => (
        <li key={id}>
          <Avatar id={id} name={name} />
          <span className="k-truncate">{name}</span>
          <span className={isChosen ? classes.chosen : classes.because}>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
