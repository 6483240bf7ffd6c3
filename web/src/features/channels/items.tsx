import { Button } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { OutputOf } from "@kith/server/contract";
import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { api } from "../../api.ts";
import { useRows, useWrite } from "../../calls.ts";
import { LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { saveBytes, sizeText } from "../../ui/file.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { useToast } from "../../ui/toast.tsx";
import classes from "./channels.module.css";
import { POLL_MS, REFRESHED } from "./read.ts";

type Item = OutputOf<"channels.listItems">["items"][number];

/** What arrived and could not be taken, with its reason. Nothing is shown while all is well. */
export function FailedItems({ channel }: { channel: string }) {
  const query = useRows("channels.listItems", { id: channel, state: "failed" }, { pollMs: POLL_MS });
  return (
    <Loaded query={query} what="What could not be taken" skeleton={null}>
      {(items) => (items.length === 0 ? null : <Items channel={channel} items={items} query={query} />)}
    </Loaded>
  );
}

interface ItemsProps {
  channel: string;
  items: Item[];
  query: ComponentProps<typeof LoadMore>["query"];
}

function Items({ channel, items, query }: ItemsProps) {
  const columns: Column<Item>[] = [
    { title: "Why", cell: (item) => <span className={classes.wrapping}>{item.reason ?? "Unknown."}</span>, isName: true, wraps: true },
    { title: "Received", width: 130, cell: (item) => <RelativeTime at={item.received_at} /> },
    { title: "Size", width: 90, cell: (item) => sizeText(item.size) },
    { title: "What to do", width: 290, cell: (item) => <Actions channel={channel} item={item} /> },
  ];
  return (
    <Section title="Could not be taken" lead="The original is kept for 30 days. Nothing else waits for these.">
      <DataTable
        label="Items that could not be taken"
        rows={items}
        rowId={(item) => item.id}
        rowName={(item) => item.reason ?? item.id}
        columns={columns}
        phone={(item) => ({
          title: item.reason ?? "Unknown.",
          detail: (
            <>
              <RelativeTime at={item.received_at} />, {sizeText(item.size)}
            </>
          ),
          action: <Actions channel={channel} item={item} />,
        })}
      />
      <LoadMore query={query} />
    </Section>
  );
}

function Actions({ channel: id, item }: { channel: string; item: Item }) {
  const toast = useToast();
  const retry = useWrite("channels.retryItem", { refresh: REFRESHED, onDone: () => toast({ text: "It is taken again." }) });
  const download = useMutation({
    mutationFn: () => downloadItem(id, item.id),
    onError: (error) => toast({ tone: "error", text: error.message }),
  });
  if (!item.has_original) return <span className={classes.second}>The original is not here.</span>;
  return (
    <span className={classes.actions}>
      <Button
        size="sm"
        leftSection={<IconDownload size={14} stroke={1.75} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download original
      </Button>
      <Button
        size="sm"
        leftSection={<IconRefresh size={14} stroke={1.75} />}
        loading={retry.isPending}
        onClick={() => retry.mutate({ id, item: item.id })}
      >
        Try again
      </Button>
    </span>
  );
}

/** Part by part: an email can be 40 MB. The browser saves it and never shows it, whatever it holds. */
async function downloadItem(id: string, item: string): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [name, position] = ["", 0 as number | null];
  while (position !== null) {
    const part = await api.call("channels.readItem", { id, item, position });
    parts.push(Uint8Array.from(atob(part.base64), (letter) => letter.charCodeAt(0)));
    [name, position] = [part.name, part.next_position];
  }
  saveBytes(name, parts);
}
