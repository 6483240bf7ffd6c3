import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { EmptyState } from "../../ui/states.tsx";
import classes from "./dashboard-page.module.css";
import { useCopyDashboard } from "./use-dashboard-changes.ts";

export function NoDashboard() {
  const create = useCopyDashboard();
  return (
    <div className={classes.none}>
      <EmptyState
        title="No dashboard yet"
        action={
          <Button variant="filled" loading={create.isPending} onClick={() => create.mutate({ name: "Sales", from: "starting" })}>
            Start with sales figures
          </Button>
        }
      >
        A dashboard shows figures over your records, and each of them opens the list behind it.
      </EmptyState>
    </div>
  );
}

export function EmptyDashboard({ canEdit }: { canEdit: boolean }) {
  const navigate = useNavigate({ from: "/dashboard" });
  return (
    <div className={classes.none}>
      <EmptyState
        title="Nothing on this dashboard yet"
        action={
          canEdit && (
            <Button variant="filled" onClick={() => void navigate({ search: (before) => ({ ...before, add: true as const }) })}>
              Add widget
            </Button>
          )
        }
      >
        A widget counts records that match a filter: one figure, bars, a line, or the first rows.
      </EmptyState>
    </div>
  );
}
