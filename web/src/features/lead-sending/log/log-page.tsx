import { useState } from "react";
import { AreaPage } from "../../../layout/area-page.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { Deliveries } from "../destinations/delivery-list.tsx";
import parts from "../parts.module.css";
import { useRules } from "../read.ts";
import { Decisions, useDecisions } from "./decisions.tsx";
import { Filters, Kinds, useLogSearch } from "./log-filters.tsx";
import { DELIVERIES, isKeyOf } from "./log-search.ts";
import classes from "./log.module.css";
import { WhyPanel } from "./why-panel.tsx";

/** Every decision about a lead, newest first, and what became of those that were sent; beside it why it was made. */
export function LogPage() {
  const { search, navigate } = useLogSearch();
  const { show, destination, why } = search;
  const [isFiltering, setFiltering] = useState(false);
  const state = isKeyOf(DELIVERIES, show) ? show : undefined;
  const query = useDecisions(state === undefined);
  const open = query.data?.find((entry) => String(entry.n) === why);
  return (
    <AreaPage area="Lead sending" title="Log" isFull>
      <div className={parts.list}>
        <Kinds isFiltering={isFiltering} onFilter={() => setFiltering(!isFiltering)} />
        <Filters isShown={isFiltering} />
        <div className={classes.rows}>
          {state === undefined ? (
            <Decisions query={query} />
          ) : (
            <div className={classes.sent}>
              <Deliveries
                filter={{ state, ...(destination ? { destination } : {}) }}
                nothing="Nothing that was sent is in this state."
                withDestination
              />
            </div>
          )}
        </div>
        <Foot />
      </div>
      {open && <WhyPanel lead={open.lead} n={open.n} onClose={() => navigate({ ...search, why: undefined })} />}
    </AreaPage>
  );
}

function Foot() {
  const today = useRules().data?.today;
  return (
    <footer className={parts.foot}>
      <span>
        <b>{today ? wholeText(today.leads) : "–"}</b> today
      </span>
      <span>
        Unassigned <b>{today ? wholeText(today.unassigned) : "–"}</b>
      </span>
      <span className={parts.end}>Kept for 400 days</span>
    </footer>
  );
}
