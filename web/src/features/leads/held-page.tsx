import { linkOptions, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import classes from "./held.module.css";
import { HeldPanel } from "./held-panel.tsx";
import { HeldTable } from "./held-table.tsx";
import { POLL_MS } from "./read.ts";
import { HELD_STATES, type HeldSearch, type HeldState, stateOf } from "./search.ts";
import { SourceFilter } from "./source-filter.tsx";
import { useHeldActions } from "./use-held-actions.ts";

/** What looks like spam and waits for somebody to look; and what was dropped or could not be taken. */
export function HeldPage() {
  const search = useSearch({ from: "/lead-sending/spam" });
  const state = stateOf(search);
  return (
    <AreaPage area="Lead sending" title="Held" isFull>
      <Held search={search} state={state} key={`${state} ${search.source ?? ""}`} />
    </AreaPage>
  );
}

function Held({ search, state }: { search: HeldSearch; state: HeldState }) {
  const navigate = useNavigate({ from: "/lead-sending/spam" });
  const { source, open } = search;
  const query = useRows("leads.listSubmissions", { state, ...(source ? { source } : {}) }, { pollMs: POLL_MS });
  const rows = query.data ?? [];
  const show = (id: string | undefined) => void navigate({ search: { ...search, open: id }, replace: true });
  const shown = rows.find((row) => row.id === open);
  /** After a decision the next one is open, so that many are judged one after the other. */
  const actions = useHeldActions((ids) => {
    if (!open || !ids.includes(open)) return;
    const at = rows.findIndex((row) => row.id === open);
    const left = rows.filter((row) => !ids.includes(row.id));
    show(left[Math.min(at, left.length - 1)]?.id);
  });
  return (
    <div className={classes.split}>
      <div className={classes.main}>
        <div className={classes.bar}>
          <nav className={classes.states} aria-label="State">
            {(Object.keys(HELD_STATES) as HeldState[]).map((one) => (
              <Link
                className={classes.state}
                {...linkOptions({
                  to: "/lead-sending/spam",
                  search: { ...(one === "held" ? {} : { state: one }), ...(source ? { source } : {}) },
                })}
                aria-current={one === state ? "page" : undefined}
                activeOptions={{ exact: true }}
                key={one}
              >
                {HELD_STATES[one]}
              </Link>
            ))}
          </nav>
          <SourceFilter
            value={source ?? ""}
            onChange={(id) => void navigate({ search: { ...search, source: id || undefined, open: undefined } })}
          />
        </div>
        <div className={classes.scroll}>
          <Loaded query={query} what="What is held">
            {() =>
              rows.length === 0 ? (
                <None state={state} />
              ) : (
                <HeldTable rows={rows} state={state} open={open} onOpen={show} actions={actions} />
              )
            }
          </Loaded>
          <div className={classes.more}>
            <LoadMore query={query} />
          </div>
          {rows.length > 0 && state === "held" && (
            <p className={`k-tip ${classes.tip}`}>
              Nothing here has reached a rule or a person. Let in, a lead goes down the rules as if it had just come. After 90 days it is
              deleted.
            </p>
          )}
        </div>
      </div>
      {shown && <HeldPanel submission={shown} actions={actions} onClose={() => show(undefined)} />}
    </div>
  );
}

const NONE: Record<HeldState, [title: string, text: string]> = {
  held: ["Nothing is held", "What looks like spam waits here, with the reasons, until somebody lets it in or drops it."],
  dropped: ["Nothing was dropped", "What somebody drops stays here for 30 days and can be held again."],
  failed: ["Nothing failed", "What could not become a lead after ten tries waits here. It can be tried again."],
  taken: ["No lead came yet", "What visitors send becomes leads, and is listed here as they wrote it."],
};

function None({ state }: { state: HeldState }) {
  const [title, text] = NONE[state];
  return (
    <div className={classes.none}>
      <EmptyState title={title}>{text}</EmptyState>
    </div>
  );
}
