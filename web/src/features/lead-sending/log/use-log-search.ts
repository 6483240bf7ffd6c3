import { useNavigate, useSearch } from "@tanstack/react-router";
import { DECISIONS, isKeyOf, type LogSearch } from "./log-search.ts";

export const LOG = "/lead-sending/log";

export function useLogSearch() {
  const search = useSearch({ from: LOG });
  const go = useNavigate();
  return { search, navigate: (next: LogSearch) => void go({ to: LOG, search: next, replace: true }) };
}

/** Which decisions the address asks for. */
export function useDecisionFilter() {
  const { show, rule, person, destination } = useLogSearch().search;
  return {
    ...(isKeyOf(DECISIONS, show) ? { outcome: show } : {}),
    ...(rule ? { rule } : {}),
    ...(person ? { user: person } : {}),
    ...(destination ? { destination } : {}),
  };
}
