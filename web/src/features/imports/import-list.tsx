import { Link } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useIsAdmin } from "../../session.ts";
import { useTypes } from "../types/index.ts";
import { count, type Import, isWorking, stateText, useImport } from "./import.ts";
import { useSent } from "./upload.ts";

/** The imports there have been, and those under way: each goes on without anybody watching. */
export function ImportList() {
  const query = useRows("imports.list", {});
  const isAdmin = useIsAdmin();
  return (
    <Section
      title={isAdmin ? "Imports" : "Your imports"}
      lead="Files are kept for 7 days. Open an import to see how it went, or to undo it."
    >
      <Loaded query={query} what="The imports">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No imports yet">What you import is listed here, with how it went.</EmptyState>
          ) : (
            <DataTable
              label="Imports"
              rows={rows}
              rowId={(row) => row.id}
              rowName={(row) => row.name}
              columns={isAdmin ? [...columns.slice(0, 4), by, ...columns.slice(4)] : columns}
              phone={(row) => ({ title: <Name file={row} />, side: <RelativeTime at={row.created_at} />, detail: <State file={row} /> })}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
    </Section>
  );
}

const columns: Column<Import>[] = [
  { title: "File", cell: (file) => <Name file={file} />, isName: true },
  { title: "Type", width: 120, cell: (file) => <TypeName file={file} /> },
  { title: "State", width: 180, cell: (file) => <State file={file} /> },
  { title: "Rows", width: 90, cell: (file) => (file.rows > 0 ? count(file.rows) : "") },
  { title: "Started", width: 110, cell: (file) => <RelativeTime at={file.created_at} /> },
];
const by: Column<Import> = { title: "By", width: 140, cell: (file) => file.created_by.name };

function Name({ file }: { file: Import }) {
  return (
    <Link className="k-truncate" to="/records/import" search={{ id: file.id }}>
      {file.name}
    </Link>
  );
}

function TypeName({ file }: { file: Import }) {
  return useTypes().items.find((type) => type.key === file.type)?.label_plural ?? file.type;
}

function State({ file }: { file: Import }) {
  const sent = useSent(file.id);
  if (sent && !sent.failure) return <StatePill>{`Uploading, ${Math.round((sent.sent / sent.size) * 100)} %`}</StatePill>;
  return isWorking(file.state) ? <MovingState id={file.id} /> : <Pill file={file} />;
}

function MovingState({ id }: { id: string }) {
  const { data } = useImport(id);
  if (!data) return null;
  return isWorking(data.state) ? (
    <StatePill>{`${stateText(data).words}, ${Math.round(data.progress * 100)} %`}</StatePill>
  ) : (
    <Pill file={data} />
  );
}

function Pill({ file }: { file: Import }) {
  const { words, tone } = stateText(file);
  return <StatePill tone={tone}>{words}</StatePill>;
}
