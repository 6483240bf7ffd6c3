import { useState } from "react";
import { AreaPage } from "../../../layout/area-page.tsx";
import { Deliveries } from "../destinations/delivery-list.tsx";
import parts from "../parts.module.css";
import { Decisions, useDecisions } from "./decisions.tsx";
import { Filters, Kinds } from "./log-filters.tsx";
import { LogFoot } from "./log-foot.tsx";
import { DELIVERIES, isKeyOf } from "./log-search.ts";
import classes from "./log.module.css";
import { useLogSearch } from "./use-log-search.ts";
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
        <LogFoot />
      </div>
      {open && <WhyPanel lead={open.lead} n={open.n} onClose={() => navigate({ ...search, why: undefined })} />}
    </AreaPage>
  );
}
