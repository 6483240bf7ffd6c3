import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy, IconDots, IconLayoutDashboard, IconLayoutGrid, IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { DashboardSummary } from "./dashboards.ts";
import { type Naming, NameDialog } from "./name-dialog.tsx";
import { LIST } from "./use-dashboard-changes.ts";

/** What can be done with a dashboard as a whole, and the way to another one. */
export function DashboardMenu({ dashboard }: { dashboard: DashboardSummary | undefined }) {
  const [naming, setNaming] = useState<Naming>();
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate({ from: "/dashboard" });
  const arrange = () => void navigate({ search: (before) => ({ ...before, arrange: true as const }) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More">
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {dashboard?.can_edit && (
            <>
              <Menu.Item leftSection={<IconLayoutGrid size={16} stroke={1.75} />} onClick={arrange}>
                Arrange
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setNaming({ kind: "change", dashboard })}>
                Rename or share
              </Menu.Item>
            </>
          )}
          {dashboard && (
            <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => setNaming({ kind: "copy", dashboard })}>
              Make a copy
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLayoutDashboard size={16} stroke={1.75} />} onClick={() => setNaming({ kind: "new" })}>
            New dashboard
          </Menu.Item>
          {dashboard?.can_edit && (
            <>
              <Menu.Divider />
              <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(true)}>
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <NameDialog naming={naming} onClose={() => setNaming(undefined)} />
      {dashboard && <DeleteDashboard dashboard={dashboard} opened={isDeleting} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDashboard({ dashboard, opened, onClose }: { dashboard: DashboardSummary; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate({ from: "/dashboard" });
  const remove = useWrite("dashboards.delete", {
    refresh: LIST,
    onDone: () => {
      onClose();
      return navigate({ search: {} });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete dashboard “${dashboard.name}”?`}
      opened={opened}
      onClose={onClose}
      confirm="Delete dashboard"
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate({ id: dashboard.id })}
    >
      <p className="k-muted">
        Its widgets are deleted too{dashboard.is_shared ? ", for everyone in the company" : ""}. Records are not affected. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
