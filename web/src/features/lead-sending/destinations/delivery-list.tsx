import type { InputOf } from "@kith/server/contract";
import { Link } from "@tanstack/react-router";
import { useRows } from "../../../calls.ts";
import { LoadMore } from "../../../ui/buttons.tsx";
import { RelativeTime } from "../../../ui/clock.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { wholeText } from "../../../ui/formats.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Section } from "../../../ui/page.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { HopState } from "../log/hop-state.tsx";
import { type Delivery, type Destination, POLL_MS } from "../read.ts";
import classes from "./destinations.module.css";

const columns: Column<Delivery>[] = [
  { title: "Lead", cell: (delivery) => <LeadLink delivery={delivery} />, isName: true },
  { title: "When", width: 120, cell: ({ reserved_at: at }) => <RelativeTime at={at} /> },
  { title: "State", width: 140, cell: (delivery) => <HopState delivery={delivery} /> },
  { title: "Why", width: 240, cell: ({ reason, return_reason: back }) => back ?? reason ?? "–" },
  { title: "Took", width: 84, cell: ({ ms }) => (ms === null ? "–" : `${wholeText(ms)} ms`) },
];

const DESTINATION: Column<Delivery> = { title: "Destination", width: 180, cell: ({ destination }) => destination.name };

/** What one destination was sent, newest first. */
export function DeliveryList({ destination }: { destination: Destination }) {
  return (
    <Section title="Sent" lead="Open one to see exactly what was sent and answered.">
      <Deliveries filter={{ destination: destination.id }} nothing="Leads appear here when a rule sends them, and so do test leads." />
    </Section>
  );
}

interface DeliveriesProps {
  filter: Pick<InputOf<"leadSending.listDeliveries">, "destination" | "state">;
  nothing: string;
  withDestination?: boolean;
}

/** Sendings, each with a link to what was sent and answered. */
export function Deliveries({ filter, nothing, withDestination = false }: DeliveriesProps) {
  const query = useRows("leadSending.listDeliveries", filter, { pollMs: POLL_MS });
  return (
    <>
      <Loaded query={query} what="What was sent">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing here">{nothing}</EmptyState>
          ) : (
            <DataTable
              label="Sent leads"
              rows={rows}
              rowId={(delivery) => delivery.id}
              rowName={(delivery) => delivery.lead?.name ?? "Test lead"}
              columns={withDestination ? columns.toSpliced(1, 0, DESTINATION) : columns}
              phone={(delivery) => ({
                title: <LeadLink delivery={delivery} />,
                side: <HopState delivery={delivery} />,
                detail: (
                  <span className={classes.wrapping}>
                    <RelativeTime at={delivery.reserved_at} /> {withDestination && `${delivery.destination.name}: `}
                    {delivery.return_reason ?? delivery.reason ?? ""}
                  </span>
                ),
              })}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </>
  );
}

function LeadLink({ delivery: { id, lead, is_test: isTest } }: { delivery: Delivery }) {
  return (
    <Link className={`${classes.name} k-truncate`} to="/lead-sending/deliveries/$delivery" params={{ delivery: id }}>
      {lead?.name ?? (isTest ? "Test lead" : "A lead that is deleted")}
    </Link>
  );
}
