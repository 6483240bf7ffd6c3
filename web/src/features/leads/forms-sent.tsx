import type { OutputOf } from "@kith/server/contract";
import { IconChevronRight } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api.ts";
import type { ShownRecord } from "../../manifest.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { wholeText } from "../../ui/formats.ts";
import { ErrorState } from "../../ui/states.tsx";
import { RecordSection } from "../records/index.ts";
import { attributionLabel, attributionOf, originText } from "./attribution.tsx";
import classes from "./forms-sent.module.css";
import { Given } from "./given.tsx";

type TouchPage = OutputOf<"leads.listTouches">;
type Touch = TouchPage["items"][number];

const PAGE = 10;

/** What this lead sent, newest first, with where they came from at first and last, and what they agreed to. */
export function FormsSent({ record: { id } }: { record: ShownRecord }) {
  const query = useInfiniteQuery({
    queryKey: ["leads.listTouches", { id }],
    queryFn: ({ pageParam, signal }) => api.call("leads.listTouches", { id, limit: PAGE, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  const [first] = query.data?.pages ?? [];
  const touches = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (!first && query.error)
    return <ErrorState title="The forms could not be loaded" message={query.error.message} onRetry={() => void query.refetch()} />;
  // A lead that somebody typed in sent nothing.
  if (!first || touches.length === 0) return null;
  const side = <span className="k-faint k-number">{`${wholeText(touches.length)}${query.hasNextPage ? "+" : ""}`}</span>;
  return (
    <RecordSection title="Forms sent" side={side}>
      <Ends page={first} isSame={touches.length === 1} />
      <ul className={classes.touches}>
        {touches.map((touch, at) => (
          <li key={touch.id}>
            <OneTouch touch={touch} isOpen={at === 0} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} />
    </RecordSection>
  );
}

function Ends({ page: { first, last, confirmed_at: confirmed }, isSame }: { page: TouchPage; isSame: boolean }) {
  return (
    <dl className={classes.ends}>
      <dt>{isSame ? "Came from" : "First from"}</dt>
      <dd>{originText(first) ?? "Not known"}</dd>
      {!isSame && (
        <>
          <dt>Last from</dt>
          <dd>{originText(last) ?? "Not known"}</dd>
        </>
      )}
      {confirmed && (
        <>
          <dt>Email confirmed</dt>
          <dd>
            <RelativeTime at={confirmed} />
          </dd>
        </>
      )}
    </dl>
  );
}

function OneTouch({ touch, isOpen }: { touch: Touch; isOpen: boolean }) {
  const { id, source, sender, received_at: at, given, attribution, consent, opt_in: optIn } = touch;
  return (
    <details className={classes.touch} open={isOpen}>
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        <span className="k-truncate">{source?.name ?? sender ?? "Sent with a key"}</span>
        <span className={classes.when}>
          <RelativeTime at={at} />
        </span>
      </summary>
      <div className={classes.body}>
        <Given given={given} />
        {attributionOf(attribution).length > 0 && (
          <dl className={classes.facts}>
            {attributionOf(attribution).map(([name, text]) => (
              <div key={name}>
                <dt>{attributionLabel(name)}</dt>
                <dd className="k-mono">{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {consent && (
          <p className={classes.consent}>
            {consent.given ? "Agreed to" : "Did not agree to"} “{consent.text}” (version {consent.version})
          </p>
        )}
        {optIn && (
          <p className={classes.consent}>
            {optIn.confirmed_at ? (
              <>
                Address confirmed <RelativeTime at={optIn.confirmed_at} />
              </>
            ) : (
              "Address not confirmed yet"
            )}
          </p>
        )}
        <Link to="/lead-sending/submissions/$submission" params={{ submission: id }}>
          All of it
        </Link>
      </div>
    </details>
  );
}
