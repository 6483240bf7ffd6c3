import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useWrite } from "../../calls.ts";
import { useIsAdmin } from "../../session.ts";
import { RelativeTime, useClock } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { useToast } from "../../ui/toast.tsx";
import { attemptText, type Delivery, isTaken, nextTryAt, untilText, type Webhook } from "./health-text.ts";
import { DeliveryState } from "./health.tsx";
import classes from "./webhooks.module.css";

const WEBHOOK: Column<Delivery> = { title: "Webhook", width: 160, cell: ({ webhook }) => webhook.name };

const columnsOf = (webhooks: Webhook[]): Column<Delivery>[] => [
  { title: "Event", width: 172, cell: (delivery) => <EventLink delivery={delivery} />, isName: true },
  { title: "About", cell: ({ subject, is_test }) => (is_test ? "Test event" : (subject.name ?? subject.id)) },
  { title: "When", width: 110, cell: ({ at }) => <RelativeTime at={at} /> },
  { title: "State", width: 172, cell: (delivery) => <DeliveryState delivery={delivery} /> },
  { title: "Last answer", width: 170, isExtra: true, cell: ({ last_attempt: last }) => <LastAnswer last={last} /> },
  { title: "Next try", width: 136, isExtra: true, cell: (delivery) => <NextTry delivery={delivery} webhooks={webhooks} /> },
];

interface DeliveryTableProps {
  rows: Delivery[];
  /** Those they belong to, as far as they are known: an endpoint that rests or is off is not tried. */
  webhooks: Webhook[];
  withWebhook?: boolean;
}

/** Deliveries, each with a link to what was sent and answered. */
export function DeliveryTable({ rows, webhooks, withWebhook = false }: DeliveryTableProps) {
  const isAdmin = useIsAdmin();
  const columns = columnsOf(webhooks);
  return (
    <DataTable
      label="Deliveries"
      rows={rows}
      rowId={({ webhook, event }) => webhook.id + event}
      rowName={({ type }) => type}
      columns={withWebhook ? columns.map((column) => (column.title === "When" ? WEBHOOK : column)) : columns}
      phone={(delivery) => ({
        title: <EventLink delivery={delivery} />,
        side: <RelativeTime at={delivery.at} />,
        detail: (
          <>
            <DeliveryState delivery={delivery} />
            <span className="k-truncate">{delivery.subject.name ?? delivery.webhook.name}</span>
          </>
        ),
      })}
      {...(isAdmin ? { more: (delivery: Delivery) => <Resend delivery={delivery} />, moreWidth: 96 } : {})}
    />
  );
}

function EventLink({ delivery: { webhook, event, type } }: { delivery: Delivery }) {
  return (
    <Link className={`${classes.name} k-mono`} to="/company/webhooks/$webhook/deliveries/$event" params={{ webhook: webhook.id, event }}>
      {type}
    </Link>
  );
}

/** Red is an answer that did not take the message. One that was taken and is sent again was still taken. */
function LastAnswer({ last }: { last: Delivery["last_attempt"] }) {
  if (!last) return "–";
  return <span className={isTaken(last.status) ? undefined : classes.bad}>{`${attemptText(last)} after ${last.ms} ms`}</span>;
}

function NextTry({ delivery: { webhook, next_at: at, state }, webhooks }: { delivery: Delivery; webhooks: Webhook[] }) {
  const { now, zone } = useClock();
  if (state === "delivered" || state === "failed") return "–";
  const owner = webhooks.find(({ id }) => id === webhook.id);
  if (owner?.state === "paused" || owner?.state === "off") return "when turned on";
  if (at === null) return "after an earlier one";
  const next = nextTryAt(at, owner);
  return next ? untilText(next, now, zone) : "when turned on";
}

function Resend({ delivery: { webhook, event, type, subject } }: { delivery: Delivery }) {
  const toast = useToast();
  const resend = useWrite("webhooks.resend", {
    refresh: ["webhooks.listDeliveries", "webhooks.get", "webhooks.list"],
    onDone: () => toast({ text: "Resent." }),
  });
  return (
    <Button
      variant="subtle"
      loading={resend.isPending}
      onClick={() => resend.mutate({ id: webhook.id, event })}
      aria-label={`Resend ${type} ${subject.name ?? ""}`.trim()}
    >
      Resend
    </Button>
  );
}
