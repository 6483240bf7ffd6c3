import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../api.ts";
import { RelativeTime } from "../../../ui/clock.tsx";
import { SidePanel } from "../../../ui/side-panel.tsx";
import { Notice, SkeletonRows } from "../../../ui/states.tsx";
import parts from "../parts.module.css";
import { Person } from "../person.tsx";
import { firstName } from "./rule-text.ts";
import classes from "./trial.module.css";
import type { Trial, TrialAnswer } from "./use-trial.ts";

interface TrialPanelProps {
  trial: Trial;
  foot: React.ReactNode;
  onClose: () => void;
}

/** What the list as it stands here would have done with the last 100 leads, beside what happened. */
export function TrialPanel({ trial: { answer, error, isStale }, foot, onClose }: TrialPanelProps) {
  return (
    <SidePanel
      title={`Try on the last ${answer?.leads ?? 100} leads`}
      side={answer && <span className="k-tip k-number">{(answer.ms / 1000).toFixed(1)} s</span>}
      foot={foot}
      onClose={onClose}
    >
      {error && (
        <div className={classes.part}>
          <Notice tone="bad">{error instanceof ApiError ? error.message : "The rules could not be tried."}</Notice>
        </div>
      )}
      {answer ? (
        <div aria-busy={isStale}>
          <Shares answer={answer} />
          <Leads answer={answer} />
        </div>
      ) : (
        !error && <SkeletonRows rows={6} />
      )}
    </SidePanel>
  );
}

const colour = (at: number) => `var(--k-c${(at % 5) + 1})`;
const REST = "var(--k-c0)";

function Shares({ answer: { rules, people, unassigned, leads } }: { answer: TrialAnswer }) {
  const lines = [
    ...rules.map((rule, at) => ({ key: rule.rule, label: `${at + 1} ${rule.name}`, count: rule.count, was: rule.was, colour: colour(at) })),
    { key: "none", label: "No rule", count: unassigned.count, was: unassigned.was, colour: REST },
  ];
  if (leads === 0) return <p className={`${classes.part} k-muted`}>There are no leads yet to try the rules on.</p>;
  return (
    <div className={classes.part}>
      <div className={classes.bar} aria-hidden>
        {lines
          .filter(({ count }) => count > 0)
          .map((line) => (
            <i key={line.key} style={{ flex: line.count, background: line.colour }} />
          ))}
      </div>
      <ul className={classes.legend} aria-label="Leads by rule">
        {lines.map((line) => (
          <li key={line.key}>
            <i className={classes.swatch} style={{ background: line.colour }} aria-hidden />
            <span className="k-truncate" title={line.label}>
              {line.label}
            </span>
            <Count count={line.count} was={line.was} />
          </li>
        ))}
      </ul>
      {people.length > 0 && (
        <ul className={classes.legend} data-second aria-label="Leads by person">
          {people.map(({ id, name, count, was }) => (
            <li key={id}>
              <Person id={id} name={name} />
              <Count count={count} was={was} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Count({ count, was }: { count: number; was: number }) {
  const change = count - was;
  return (
    <span className={classes.count}>
      {count}
      {change !== 0 && <span className={parts.warn}> {change > 0 ? `+${change}` : `−${-change}`}</span>}
    </span>
  );
}

const SHOWN = 50;

type Shown = "changed" | "all" | "none";

const NOTHING: Record<Shown, string> = {
  changed: "Every lead would have gone the same way.",
  all: "There are no leads yet.",
  none: "Every lead finds a rule.",
};

function Leads({ answer: { changed, same } }: { answer: TrialAnswer }) {
  const [show, setShow] = useState<Shown>("changed");
  const [most, setMost] = useState(SHOWN);
  const all: TriedLead[] = [...changed, ...same].toSorted((one, other) => other.at.localeCompare(one.at));
  const none = all.filter(({ after }) => after.kind === "none");
  const lists: Record<Shown, TriedLead[]> = { changed, all, none };
  const shown = lists[show];
  const kinds: [Shown, string][] = [
    ["changed", "Changed"],
    ["all", "All"],
    ["none", "No rule"],
  ];
  return (
    <>
      <div className={parts.kinds} role="group" aria-label="Show">
        {kinds.map(([kind, label]) => (
          <button className={parts.kind} type="button" aria-pressed={show === kind} onClick={() => setShow(kind)} key={kind}>
            {label} <span>{lists[kind].length}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 ? (
        <p className={`${classes.part} k-muted`}>{NOTHING[show]}</p>
      ) : (
        <ul className={classes.leads} aria-label="Leads">
          {shown.slice(0, most).map((lead) => (
            <Tried lead={lead} key={lead.lead} />
          ))}
        </ul>
      )}
      {shown.length > most && (
        <Button m="md" onClick={() => setMost(most + SHOWN)}>
          Show more
        </Button>
      )}
    </>
  );
}

type ChangedLead = TrialAnswer["changed"][number];
type TriedLead = TrialAnswer["same"][number] & Partial<ChangedLead>;

function Tried({ lead: { lead, lead_name: name, at, before, after, sentence } }: { lead: TriedLead }) {
  const isSame = !before || (before.user === after.user && before.destination === after.destination && before.kind === after.kind);
  return (
    <li className={classes.lead}>
      <div className={classes.line}>
        <Link className={`${classes.name} k-truncate`} to="/records/$type/$id" params={{ type: "lead", id: lead }}>
          {name}
        </Link>
        <span className="k-tip">
          <RelativeTime at={at} />
        </span>
        <span className={classes.way}>
          {!isSame && (
            <>
              <s className={classes.was}>{endText(before)}</s>
              <IconArrowRight size={12} stroke={1.75} aria-label="now" role="img" />
            </>
          )}
          {after.user && after.to ? <Person id={after.user} name={after.to} /> : <span className="k-truncate">{endText(after)}</span>}
        </span>
      </div>
      <p className={classes.why}>{sentence ?? (after.rule_name ? `“${after.rule_name}”, as before.` : "No rule, as before.")}</p>
    </li>
  );
}

function endText({ kind, user, to }: ChangedLead["after"]): string {
  if (kind === "none") return "nobody";
  return to ? (user ? firstName(to) : to) : "somebody who left";
}
