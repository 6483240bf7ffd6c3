import { Button } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, linkOptions, useParams } from "@tanstack/react-router";
import type { OutputOf } from "@kith/server/contract";
import { read, useRows, useWrite } from "../../calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink, LoadMore } from "../../ui/buttons.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { wholeText } from "../../ui/formats.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { TRASH } from "../filters/index.ts";
import { manyOf, oneOf, type RecordType, useType } from "../types/index.ts";
import { refreshRecords } from "./read/record-cache.ts";
import classes from "./trash-page.module.css";

type Row = OutputOf<"records.trash">["items"][number];

/** What was moved to the trash: by whom, when, and the way back. */
export function TrashPage() {
  const { type: key } = useParams({ from: "/records/$type/trash" });
  const type = useType(key);
  return (
    <Page
      area="Records"
      parents={type ? [{ title: type.label_plural, link: linkOptions({ to: "/records/$type", params: { type: key } }) }] : []}
      title="Trash"
      side={
        type && (
          <ButtonLink to="/records/$type" params={{ type: key }} search={{ filter: TRASH }}>
            Open as a list
          </ButtonLink>
        )
      }
    >
      {type ? <Trash type={type} key={key} /> : <EmptyState title={`There is no record type ${key}`}>It may have been retired.</EmptyState>}
    </Page>
  );
}

function Trash({ type }: { type: RecordType }) {
  const query = useRows("records.trash", { type: type.key });
  const { data } = useQuery(read("records.trash", { type: type.key, limit: 1 }));
  return (
    <Section
      title={data ? countText(data.count, type) : `${type.label_plural} in the trash`}
      lead="Deleted permanently 30 days after it was moved here."
    >
      <Loaded query={query} what="The trash">
        {(rows) => (rows.length === 0 ? <NoTrash type={type} /> : <Rows rows={rows} type={type} />)}
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

const countText = (count: number, type: RecordType) => `${wholeText(count)} ${count === 1 ? oneOf(type) : manyOf(type)} in the trash`;

function NoTrash({ type }: { type: RecordType }) {
  return (
    <EmptyState
      title="The trash is empty"
      action={
        <ButtonLink to="/records/$type" params={{ type: type.key }}>
          Show {manyOf(type)}
        </ButtonLink>
      }
    >
      {type.label_plural} you delete stay here for 30 days.
    </EmptyState>
  );
}

function Rows({ rows, type }: { rows: Row[]; type: RecordType }) {
  const columns: Column<Row>[] = [
    { title: type.label, cell: (row) => <Title row={row} type={type} />, isName: true },
    { title: "Moved by", width: 220, cell: (row) => <Who row={row} /> },
    { title: "When", width: 140, cell: (row) => <RelativeTime at={row.deleted_at} /> },
  ];
  return (
    <DataTable
      label="Trash"
      rows={rows}
      rowId={(row) => row.id}
      rowName={(row) => row.title}
      columns={columns}
      phone={(row) => ({
        title: <Title row={row} type={type} />,
        side: <RelativeTime at={row.deleted_at} />,
        detail: <Who row={row} />,
        action: <Restore row={row} />,
      })}
      more={(row) => <Restore row={row} />}
      moreWidth={120}
    />
  );
}

const Title = ({ row, type }: { row: Row; type: RecordType }) => (
  <Link className="k-truncate" to="/records/$type/$id" params={{ type: type.key, id: row.id }}>
    {row.title}
  </Link>
);

function Who({ row: { deleted_by: person, key } }: { row: Row }) {
  return (
    <span className={classes.who}>
      {person && <Avatar id={person.id} name={person.name} viaKey={key !== null} />}
      <span className="k-truncate">{key ?? person?.name ?? "Kith"}</span>
    </span>
  );
}

function Restore({ row }: { row: Row }) {
  const client = useQueryClient();
  const toast = useToast();
  const restore = useWrite("records.restore", {
    refresh: ["records.trash"],
    async onDone() {
      toast({ text: `“${row.title}” restored.` });
      await refreshRecords(client);
    },
  });
  return (
    <Button
      leftSection={<IconRestore size={16} stroke={1.75} />}
      loading={restore.isPending}
      aria-label={`Restore ${row.title}`}
      onClick={() => restore.mutate({ id: row.id })}
    >
      Restore
    </Button>
  );
}
