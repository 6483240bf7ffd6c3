import { Link } from "@tanstack/react-router";
import { useRows } from "../../../calls.ts";
import { useIsPhone } from "../../../ui/browser.ts";
import { ButtonLink, LoadMore } from "../../../ui/buttons.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState, SkeletonRows } from "../../../ui/states.tsx";
import { clockText } from "../../webhooks/index.ts";
import { POLL_MS } from "../read.ts";
import type { Entry } from "./entry.ts";
import classes from "./log.module.css";
import { LOG, useDecisionFilter, useLogSearch } from "./use-log-search.ts";
import { Way } from "./way.tsx";

/** The decisions that the address asks for, newest first. */
export const useDecisions = (isWanted: boolean) => useRows("leadSending.listLog", useDecisionFilter(), { pollMs: isWanted && POLL_MS });

export function Decisions({ query }: { query: ReturnType<typeof useDecisions> }) {
  const { show, rule, person, destination, why } = useLogSearch().search;
  return (
    <>
      <Loaded query={query} what="The log" skeleton={<SkeletonRows rows={8} />}>
        {(entries) =>
          entries.length === 0 ? (
            <Nothing isFiltered={Boolean(show ?? rule ?? person ?? destination)} />
          ) : (
            <>
              <div className={`${classes.head} k-desk`} aria-hidden>
                <span>When</span>
                <span>Lead</span>
                <span>Source</span>
                <span>Way</span>
                <span className={classes.took}>Took</span>
              </div>
              <ul aria-label="Decisions">
                {entries.map((entry) => (
                  <Line entry={entry} isOpen={String(entry.n) === why} key={entry.n} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <div className={classes.more}>
        <LoadMore query={query} />
      </div>
    </>
  );
}

function Line({ entry, isOpen }: { entry: Entry; isOpen: boolean }) {
  const isPhone = useIsPhone();
  const { now, zone } = useClock();
  const { search } = useLogSearch();
  const when = (
    <time className={classes.time} dateTime={entry.at}>
      {clockText(new Date(entry.at), now, zone)}
    </time>
  );
  return (
    <li className={classes.entry} data-open={isOpen || undefined}>
      {!isPhone && when}
      <Link
        className={`${classes.lead} k-truncate`}
        to={LOG}
        search={{ ...search, why: isOpen ? undefined : String(entry.n) }}
        aria-expanded={isOpen}
      >
        {entry.lead.name}
        {!isPhone && entry.lead.company && <span className={classes.company}>{entry.lead.company}</span>}
      </Link>
      {isPhone ? when : <Source name={entry.source} />}
      <Way entry={entry} />
      {isPhone ? <Source name={entry.source} /> : <Took ms={entry.delivery?.ms} />}
    </li>
  );
}

const Source = ({ name }: { name: string | null }) => <span className={`${classes.source} k-truncate`}>{name}</span>;

const Took = ({ ms }: { ms: number | null | undefined }) => (
  <span className={classes.took}>{typeof ms === "number" ? `${wholeText(ms)} ms` : ""}</span>
);

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className={classes.empty}>
      {isFiltered ? (
        <EmptyState title="Nothing matches" action={<ButtonLink to={LOG}>Show all</ButtonLink>}>
          There are no such decisions in the last 400 days.
        </EmptyState>
      ) : (
        <EmptyState title="No decisions yet">
          When a lead comes in, the rules decide who gets it, and it is written here with the reason.
        </EmptyState>
      )}
    </div>
  );
}
