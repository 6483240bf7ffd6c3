import { Select } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState, SkeletonRows } from "../../ui/states.tsx";
import { AdminsOnly, AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import classes from "./activity.module.css";
import { EventList } from "./event-list.tsx";
import { useEventTypes } from "./sentence.tsx";

export function ActivityPage() {
  const isAdmin = useIsAdmin();
  return (
    <AreaPage area="Company" title="Activity">
      {isAdmin ? <Activity /> : <AdminsOnly>Admins can see who did what, and with which key.</AdminsOnly>}
    </AreaPage>
  );
}

function Activity() {
  const filter = useSearch({ from: "/company/activity" });
  const query = useRows("events.list", filter);
  return (
    <Section title="Activity" lead="Who did what, and with which key. Newest first." actions={<Filters />}>
      <Loaded query={query} what="The activity" skeleton={<SkeletonRows rows={10} />}>
        {(events) =>
          events.length === 0 ? (
            <EmptyState title="Nothing matches" action={<ButtonLink to="/company/activity">Show all</ButtonLink>}>
              No activity of this kind yet.
            </EmptyState>
          ) : (
            <EventList events={events} />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

function Filters() {
  const filter = useSearch({ from: "/company/activity" });
  const navigate = useNavigate();
  const eventTypes = useEventTypes();
  const members = useRows("members.list", {}).data ?? [];
  const choose = (change: { actor?: string; type?: string }) =>
    void navigate({ to: "/company/activity", search: { ...filter, ...change }, replace: true });
  return (
    <div className={classes.filters}>
      <Select
        aria-label="Member"
        placeholder="All members"
        size="sm"
        data={members.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.actor ?? null}
        onChange={(actor) => choose({ actor: actor ?? undefined })}
        searchable
        clearable
      />
      <Select
        aria-label="Kind"
        placeholder="All kinds"
        size="sm"
        data={[...eventTypes.values()].map(({ type: value, label }) => ({ value, label }))}
        value={filter.type ?? null}
        onChange={(type) => choose({ type: type ?? undefined })}
        searchable
        clearable
      />
    </div>
  );
}
