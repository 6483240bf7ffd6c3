import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconListDetails, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { DeleteKeys } from "./delete-keys.tsx";
import { clientOf, Created, type Key, KeyEnding, KeyName, LastUsed } from "./key-cells.tsx";
import classes from "./keys.module.css";

const columns: Column<Key>[] = [
  { title: "Name", cell: (key) => <KeyName name={key.name} />, isName: true },
  { title: "Client", width: 160, cell: clientOf },
  { title: "Key", width: 130, cell: (key) => <KeyEnding lastFour={key.last_four} /> },
  { title: "Created", width: 130, isExtra: true, cell: (key) => <Created at={key.created_at} /> },
  { title: "Last used", width: 130, cell: (key) => <LastUsed at={key.last_used_at} /> },
];

/** The keys of the signed-in user: add, select and delete. */
export function KeyList({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(read("keys.list", {}));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Key[]>([]);
  const chosen = query.data?.items.filter((key) => selected.has(key.id)) ?? [];
  const actions = (
    <>
      {chosen.length > 0 && (
        <Button className="k-danger" size="sm" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(chosen)}>
          Delete
        </Button>
      )}
      <AddButton onAdd={onAdd} />
    </>
  );
  return (
    <Section
      title="Your API keys"
      lead="A key acts as you: it can do what you can do, no more and no less. Use one key per client, so the timeline shows which one made a change and you can delete one without the others."
      actions={actions}
    >
      <Loaded query={query} what="Your keys">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No keys yet">Add one for each assistant or script that should work here for you.</EmptyState>
          ) : (
            <DataTable
              label="Your API keys"
              rows={items}
              rowId={(key) => key.id}
              rowName={(key) => key.name}
              columns={columns}
              phone={(key) => ({
                title: <span className="k-truncate">{key.name}</span>,
                side: key.last_used_at ? <RelativeTime at={key.last_used_at} /> : "never",
                detail: <KeyDetail keyRow={key} />,
              })}
              more={(key) => <KeyMenu name={key.name} requestsOf={key.id} onDelete={() => setDeleting([key])} />}
              selection={{ selected, onChange: setSelected }}
            />
          )
        }
      </Loaded>
      {query.data && query.data.items.length > 0 && (
        <p className={`k-tip ${classes.tip}`}>
          “Last used” is updated at most once a minute. To replace a key: add a new one, point the client at it, then delete the old one.
        </p>
      )}
      <DeleteKeys
        keys={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => {
          setDeleting([]);
          setSelected(new Set());
        }}
      />
    </Section>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
      Add
    </Button>
  );
}

export function KeyDetail({ keyRow }: { keyRow: Key }) {
  return (
    <>
      <KeyEnding lastFour={keyRow.last_four} />
      <span className="k-faint k-truncate">{clientOf(keyRow)}</span>
    </>
  );
}

interface KeyMenuProps {
  name: string;
  /** The key whose requests can be shown: one of one's own. */
  requestsOf?: string;
  onDelete: () => void;
}

export function KeyMenu({ name, requestsOf, onDelete }: KeyMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {requestsOf && (
          <Menu.Item
            leftSection={<IconListDetails size={16} stroke={1.75} />}
            renderRoot={(props) => <Link {...props} to="/profile/requests" search={{ key: requestsOf }} />}
          >
            Show requests
          </Menu.Item>
        )}
        <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onDelete}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
