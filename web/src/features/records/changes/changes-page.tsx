import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../api.ts";
import { AreaPage } from "../../../layout/area-page.tsx";
import { ButtonLink, LoadMore } from "../../../ui/buttons.tsx";
import { useClock } from "../../../ui/clock.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { EmptyState, SkeletonRows } from "../../../ui/states.tsx";
import { dayHeading } from "../../../ui/time-text.ts";
import { useTypes } from "../../types/index.ts";
import { ChangeLine } from "./change-line.tsx";
import classes from "./changes.module.css";
import type { OwnOperation } from "./operation-words.ts";
import { useChecks } from "./use-checks.ts";

const DAYS = 30;
const PAGE = 20;

/** What somebody changed, newest first, and the way back where there is one. */
export function ChangesPage() {
  return (
    <AreaPage area="Profile" title="My changes">
      <Section title="My changes" lead="What you and your keys changed in the last 30 days. Newest first.">
        <Changes />
      </Section>
    </AreaPage>
  );
}

function Changes() {
  const query = useInfiniteQuery({
    queryKey: ["records.operations", { by: "me", about: "everything", days: DAYS }],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        "records.operations",
        { by: "me", about: "everything", days: DAYS, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page.items),
  });
  return (
    <>
      <Loaded query={query} what="Your changes" skeleton={<SkeletonRows rows={8} />}>
        {(operations) => (operations.length === 0 ? <NoChanges /> : <Days operations={operations} />)}
      </Loaded>
      <LoadMore query={query} />
    </>
  );
}

function NoChanges() {
  return (
    <EmptyState title="No changes in the last 30 days" action={<ButtonLink to="/records">Open records</ButtonLink>}>
      What you add, change or delete appears here, and can be undone.
    </EmptyState>
  );
}

function Days({ operations }: { operations: OwnOperation[] }) {
  const { now, zone } = useClock();
  const types = useTypes().items;
  const checks = useChecks(operations.filter((one) => !one.is_undone));
  const days = Map.groupBy(operations, (one) => dayHeading(new Date(one.at), now, zone));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>{day}</h3>
      <ul className={classes.list}>
        {ofDay.map((operation) => (
          <ChangeLine operation={operation} check={checks.get(operation.operation_id)} types={types} key={operation.operation_id} />
        ))}
      </ul>
    </section>
  ));
}
