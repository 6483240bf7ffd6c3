import { useState } from "react";
import { useRows } from "../../calls.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LoadMore } from "../../ui/buttons.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { AdminsOnly, AreaPage } from "../../layout/area-page.tsx";
import { useIsAdmin } from "../../session.ts";
import { DeleteKeys } from "./delete-keys.tsx";
import { clientOf, Created, type Key, KeyEnding, KeyName, LastUsed } from "./key-cells.tsx";
import { KeyDetail, KeyMenu } from "./key-list.tsx";
import classes from "./keys.module.css";

const columns: Column<Key>[] = [
  { title: "Name", cell: (key) => <KeyName name={key.name} />, isName: true },
  { title: "Owner", width: 180, cell: (key) => <Owner owner={key.owner} /> },
  { title: "Client", width: 140, cell: clientOf },
  { title: "Key", width: 110, cell: (key) => <KeyEnding lastFour={key.last_four} /> },
  { title: "Created", width: 110, cell: (key) => <Created at={key.created_at} /> },
  { title: "Last used", width: 120, cell: (key) => <LastUsed at={key.last_used_at} /> },
];

export function CompanyKeysPage() {
  const isAdmin = useIsAdmin();
  return (
    <AreaPage area="Company" title="Keys">
      {isAdmin ? (
        <EveryKey />
      ) : (
        <AdminsOnly>Admins see every member’s keys here. Your own are under Profile → API & Connectors.</AdminsOnly>
      )}
    </AreaPage>
  );
}

function EveryKey() {
  const [deleting, setDeleting] = useState<Key[]>([]);
  const query = useRows("keys.listCompany", {});
  const close = () => setDeleting([]);
  return (
    <Section title="Every member’s keys" lead="A key can do what its owner can do at that moment. Deleting one stops it at once.">
      <Loaded query={query} what="The keys">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No keys yet">
              Nobody has connected an assistant or a script. Keys are added under Profile → API & Connectors.
            </EmptyState>
          ) : (
            <DataTable
              label="Every member’s keys"
              rows={rows}
              rowId={(key) => key.id}
              rowName={(key) => key.name}
              columns={columns}
              phone={(key) => ({
                title: <OwnedName apiKey={key} />,
                side: key.last_used_at ? <RelativeTime at={key.last_used_at} /> : "never",
                detail: <KeyDetail keyRow={key} />,
              })}
              more={(key) => <KeyMenu name={key.name} onDelete={() => setDeleting([key])} />}
            />
          )
        }
      </Loaded>
      <LoadMore query={query} />
      <DeleteKeys keys={deleting} onClose={close} onDeleted={close} />
    </Section>
  );
}

function Owner({ owner }: { owner: Key["owner"] }) {
  return (
    <span className={classes.inline}>
      <Avatar id={owner.id} name={owner.name} />
      <span className="k-truncate">{owner.name}</span>
    </span>
  );
}

function OwnedName({ apiKey }: { apiKey: Key }) {
  return (
    <span className={classes.inline}>
      <Avatar id={apiKey.owner.id} name={apiKey.owner.name} />
      <span className="k-truncate">{apiKey.name}</span>
    </span>
  );
}
