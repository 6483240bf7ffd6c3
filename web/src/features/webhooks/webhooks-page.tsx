import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Coloured } from "../filters/index.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { dayText, type Webhook } from "./health-text.ts";
import { DayBars, HealthWords, WebhookState } from "./health.tsx";
import { POLL_MS } from "./read.ts";
import { WebhookMenu } from "./webhook-menu.tsx";
import classes from "./webhooks.module.css";

const columns: Column<Webhook>[] = [
  { title: "Webhook", cell: (webhook) => <NameAndUrl webhook={webhook} />, isName: true },
  { title: "Events and filter", width: 226, cell: (webhook) => <Wanted webhook={webhook} /> },
  { title: "Last 24 h", width: 144, isExtra: true, cell: ({ last_day: day }) => <DayBars day={day} /> },
  { title: "Delivered", width: 92, isNumber: true, cell: ({ last_day: day }) => <Delivered day={day} /> },
  {
    title: "Mean",
    width: 80,
    isExtra: true,
    isNumber: true,
    cell: ({ last_day: { mean_ms: ms } }) => (ms === null ? "–" : `${wholeText(ms)} ms`),
  },
  { title: "State", width: 264, wraps: true, cell: (webhook) => <State webhook={webhook} /> },
];

export function WebhooksPage() {
  return (
    <AreaPage area="Company" title="Webhooks" isWide>
      <Webhooks />
    </AreaPage>
  );
}

function Webhooks() {
  const isAdmin = useIsAdmin();
  const query = useRows("webhooks.list", {}, { pollMs: POLL_MS });
  const add = isAdmin && (
    <ButtonLink to="/company/webhooks/new" variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />}>
      Add webhook
    </ButtonLink>
  );
  return (
    <>
      <Section
        title="Webhooks"
        lead="Send signed events to another system within seconds. A message that is not accepted is tried 10 times over 75 hours."
        actions={query.data?.length === 0 ? undefined : add}
      >
        <Loaded query={query} what="The webhooks">
          {(rows) => (rows.length === 0 ? <None action={add} /> : <Table rows={rows} isAdmin={isAdmin} />)}
        </Loaded>
        <LoadMore query={query} />
      </Section>
      {query.data && query.data.length > 0 && <Open webhooks={query.data} />}
    </>
  );
}

function Table({ rows, isAdmin }: { rows: Webhook[]; isAdmin: boolean }) {
  return (
    <>
      <DataTable
        label="Webhooks"
        rows={rows}
        rowId={(webhook) => webhook.id}
        rowName={(webhook) => webhook.name}
        columns={columns}
        phone={(webhook) => ({
          title: <Name webhook={webhook} />,
          side: <WebhookState webhook={webhook} />,
          detail: <Detail webhook={webhook} />,
        })}
        {...(isAdmin ? { more: (webhook: Webhook) => <WebhookMenu webhook={webhook} /> } : {})}
      />
      <p className={`k-tip ${classes.tip}`}>
        A webhook is turned off after five days of failures, or immediately on a 410 response. Its owner gets an email.
      </p>
    </>
  );
}

function None({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No webhooks yet" action={action}>
      A webhook sends events to an address of yours, such as every new lead or every deal that is won.
      {!action && " An Admin can add one."} Without a server of your own, read the same events from <code>GET /api/v1/changes</code>.
    </EmptyState>
  );
}

function Open({ webhooks }: { webhooks: Webhook[] }) {
  const query = useRows("webhooks.listDeliveries", { state: "open" }, { pollMs: POLL_MS });
  if (!query.data || query.data.length === 0) return null;
  return (
    <Section
      title="Not delivered"
      lead="Messages that wait for their next try, and those that were given up. Open one to see what was sent and answered."
    >
      <DeliveryTable rows={query.data} webhooks={webhooks} withWebhook />
      <LoadMore query={query} />
    </Section>
  );
}

function Name({ webhook: { id, name } }: { webhook: Webhook }) {
  return (
    <Link className={`${classes.name} k-truncate`} to="/company/webhooks/$webhook" params={{ webhook: id }}>
      {name}
    </Link>
  );
}

function NameAndUrl({ webhook }: { webhook: Webhook }) {
  return (
    <span className={classes.two}>
      <Name webhook={webhook} />
      <span className="k-mono k-faint k-truncate" title={webhook.url}>
        {webhook.url}
      </span>
    </span>
  );
}

function Wanted({ webhook: { event_types: types, filter } }: { webhook: Webhook }) {
  return (
    <span className={classes.two}>
      {types.length === 0 ? <span>Every event</span> : <span className="k-mono k-truncate">{types.join(", ")}</span>}
      {filter ? (
        <span className="k-truncate" title={filter}>
          <Coloured text={filter} />
        </span>
      ) : (
        <span className={classes.second}>No filter</span>
      )}
    </span>
  );
}

/** Where there is no room for columns: the same, in lines. */
function Detail({ webhook }: { webhook: Webhook }) {
  const { url, event_types: types, filter, last_day: day } = webhook;
  return (
    <span className={classes.lines}>
      <span className="k-mono k-truncate" title={url}>
        {url}
      </span>
      <span className="k-truncate">
        {types.length === 0 ? "Every event" : <span className="k-mono">{types.join(", ")}</span>}
        {filter && (
          <>
            {" · "}
            <Coloured text={filter} />
          </>
        )}
      </span>
      <span className={classes.wrapping}>{dayText(day)}</span>
      <span className={classes.wrapping}>
        <HealthWords webhook={webhook} />
      </span>
    </span>
  );
}

function Delivered({ day: { delivered, failed } }: { day: Webhook["last_day"] }) {
  if (delivered + failed === 0) return "–";
  return (
    <span className={classes.two}>
      <span>{wholeText(delivered)}</span>
      {failed > 0 && <span className={classes.bad}>{wholeText(failed)} failed</span>}
    </span>
  );
}

function State({ webhook }: { webhook: Webhook }) {
  return (
    <span className={classes.state}>
      <WebhookState webhook={webhook} />
      <span className={classes.second}>
        <HealthWords webhook={webhook} />
      </span>
    </span>
  );
}
