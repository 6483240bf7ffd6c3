import { Button, Select } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useRows } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState, SkeletonRows } from "../../ui/states.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import type { Webhook } from "./health-text.ts";
import { isKeyOf, type LogSearch, RANGES, STATE_FILTERS } from "./log-search.ts";
import { eventTypes, POLL_MS } from "./read.ts";
import { ReplayDialog } from "./replay-dialog.tsx";
import classes from "./webhooks.module.css";

const FROM = "/company/webhooks/$webhook";

/** Everything a webhook sent and has to send, newest first. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { state, type, within } = useSearch({ from: FROM });
  // The range begins when it is chosen: a moving beginning would be a new question every time.
  const [opened] = useState(() => Date.now());
  const filter = {
    webhook: webhook.id,
    ...(isKeyOf(STATE_FILTERS, state) ? { state } : {}),
    ...(type ? { event_type: type } : {}),
    ...(isKeyOf(RANGES, within) ? { since: new Date(opened - RANGES[within].ms).toISOString() } : {}),
  };
  const query = useRows("webhooks.listDeliveries", filter, { pollMs: POLL_MS });
  const isAdmin = useIsAdmin();
  // Not part of the button: that disappears as soon as nothing is failed any more.
  const [isResending, setResending] = useState(false);
  const isFiltered = Boolean(state ?? type ?? within);
  return (
    <Section
      title="Deliveries"
      lead={`Kept for ${webhook.log_days === 1 ? "a day" : `${webhook.log_days} days`}. Open one to see exactly what was sent and answered.`}
      actions={
        isAdmin &&
        query.data?.some((delivery) => delivery.state === "failed") && (
          <Button size="sm" leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => setResending(true)}>
            Resend all that failed
          </Button>
        )
      }
    >
      <Filters webhook={webhook} />
      <Loaded query={query} what="The deliveries" skeleton={<SkeletonRows rows={6} />}>
        {(rows) =>
          rows.length === 0 ? <Nothing webhook={webhook} isFiltered={isFiltered} /> : <DeliveryTable rows={rows} webhooks={[webhook]} />
        }
      </Loaded>
      <LoadMore query={query} />
      {isResending && <ReplayDialog webhook={webhook} onlyFailed onClose={() => setResending(false)} />}
    </Section>
  );
}

function Nothing({ webhook, isFiltered }: { webhook: Webhook; isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState title="No deliveries yet">Events that match appear here as they happen.</EmptyState>;
  const all = (
    <ButtonLink to={FROM} params={{ webhook: webhook.id }}>
      Show all
    </ButtonLink>
  );
  return (
    <EmptyState title="Nothing matches" action={all}>
      There are no deliveries of this kind.
    </EmptyState>
  );
}

function Filters({ webhook }: { webhook: Webhook }) {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate();
  const types = useQuery(eventTypes).data?.items ?? [];
  const choose = (change: LogSearch) =>
    void navigate({ to: FROM, params: { webhook: webhook.id }, search: { ...search, ...change }, replace: true });
  return (
    <div className={classes.filters}>
      <Select
        aria-label="State"
        placeholder="All states"
        size="sm"
        data={Object.entries(STATE_FILTERS).map(([value, label]) => ({ value, label }))}
        value={search.state ?? null}
        onChange={(state) => choose({ state: state ?? undefined })}
        clearable
      />
      <Select
        aria-label="Event type"
        placeholder="All types"
        size="sm"
        data={types.map(({ type }) => type)}
        value={search.type ?? null}
        onChange={(type) => choose({ type: type ?? undefined })}
        searchable
        clearable
      />
      <Select
        aria-label="Time"
        placeholder="Any time"
        size="sm"
        data={Object.entries(RANGES).map(([value, { label }]) => ({ value, label }))}
        value={search.within ?? null}
        onChange={(within) => choose({ within: within ?? undefined })}
        clearable
      />
    </div>
  );
}
