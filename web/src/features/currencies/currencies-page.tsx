import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { amountText, formats, numberText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState, Notice } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type Rate, RateDialog } from "./rate-dialog.tsx";

const names = new Intl.DisplayNames("en", { type: "currency" });

/** "1 USD = 0.92 EUR" */
const rateText = ({ currency, rate }: Rate) => `1 ${currency} = ${numberText(rate)} ${formats().currency}`;

const columns: Column<Rate>[] = [
  { title: "Currency", cell: ({ currency }) => `${currency} – ${names.of(currency) ?? currency}`, isName: true },
  { title: "Rate", width: 200, cell: (rate) => <span className="k-number">{rateText(rate)}</span> },
  { title: "Changed", width: 130, cell: ({ updated_at: at }) => <RelativeTime at={at} /> },
];

export function CurrenciesPage() {
  const isAdmin = useIsAdmin();
  const query = useQuery(read("currencies.list", {}));
  const [edited, setEdited] = useState<Rate | "new">();
  const own = formats().currency;
  const add = isAdmin && (
    <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited("new")}>
      Add a currency
    </Button>
  );
  return (
    <AreaPage area="Company" title="Currencies">
      <Section
        title="Other currencies"
        lead={`Your currency is ${own}. An amount can also be in a currency with a rate here, such as ${amountText(1200, own === "USD" ? "EUR" : "USD")}. It keeps its currency; sums, filters and sorting use it converted to ${own}.`}
        actions={add}
      >
        {!isAdmin && <Notice>Only an Admin can change rates.</Notice>}
        <Loaded query={query} what="The currencies">
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No other currencies">All amounts are in {own}.</EmptyState>
            ) : (
              <DataTable
                label="Other currencies"
                rows={items}
                rowId={(rate) => rate.currency}
                rowName={(rate) => rate.currency}
                columns={columns}
                phone={(rate) => ({
                  title: rate.currency,
                  side: <RelativeTime at={rate.updated_at} />,
                  detail: <span className="k-number">{rateText(rate)}</span>,
                })}
                {...(isAdmin ? { more: (rate: Rate) => <RateMenu rate={rate} onEdit={() => setEdited(rate)} /> } : {})}
              />
            )
          }
        </Loaded>
        {edited && (
          <RateDialog
            rate={edited === "new" ? undefined : edited}
            known={query.data?.items.map((one) => one.currency) ?? []}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Section>
    </AreaPage>
  );
}

function RateMenu({ rate, onEdit }: { rate: Rate; onEdit: () => void }) {
  const toast = useToast();
  const restore = useWrite("currencies.set", { refresh: ["currencies.list"] });
  const remove = useWrite("currencies.delete", {
    refresh: ["currencies.list"],
    onDone: () => toast({ text: `${rate.currency} removed.`, undo: () => restore.mutate({ currency: rate.currency, rate: rate.rate }) }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${rate.currency}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
          Change the rate
        </Menu.Item>
        <Menu.Item
          className="k-danger"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => remove.mutate({ currency: rate.currency })}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
