import { ActionIcon, Button } from "@mantine/core";
import { IconCopy, IconPlus } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Kbd } from "../../ui/kbd.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { DashboardMenu } from "./dashboard-menu.tsx";
import classes from "./dashboard-page.module.css";
import type { DashboardSummary, PagePeriod } from "./dashboards.ts";
import { useCopyDashboard } from "./use-dashboard-changes.ts";

const periods: { period: PagePeriod; title: string }[] = [
  { period: "month", title: "Month" },
  { period: "quarter", title: "Quarter" },
  { period: "year", title: "Year" },
];

interface DashboardHeadProps {
  dashboard: DashboardSummary | undefined;
  isKnown: boolean;
}

/** Which dashboard this is, the period it is about, and what can be done with it. */
export function DashboardHead({ dashboard, isKnown }: DashboardHeadProps) {
  const { arrange = false } = useSearch({ from: "/dashboard" });
  return (
    <header className={classes.head}>
      <h1 className={classes.title}>Dashboard</h1>
      <span className={classes.name}>{dashboard?.name}</span>
      {dashboard && <Periods />}
      {dashboard && !arrange && (dashboard.can_edit ? <AddWidget /> : <CopyThis dashboard={dashboard} />)}
      {isKnown && <DashboardMenu dashboard={dashboard} />}
    </header>
  );
}

function Periods() {
  const { period: chosen = "quarter" } = useSearch({ from: "/dashboard" });
  const navigate = useNavigate({ from: "/dashboard" });
  return (
    <span className={classes.periods} role="group" aria-label="Period">
      {periods.map(({ period, title }) => (
        <button
          className={classes.period}
          type="button"
          aria-pressed={period === chosen}
          onClick={() => void navigate({ search: (before) => ({ ...before, period }), replace: true })}
          key={period}
        >
          {title}
        </button>
      ))}
    </span>
  );
}

function AddWidget() {
  const navigate = useNavigate({ from: "/dashboard" });
  const add = () => void navigate({ search: (before) => ({ ...before, add: true as const }) });
  useKeys({ n: add });
  return (
    <>
      <Button className="k-desk" leftSection={<IconPlus size={16} stroke={1.75} />} rightSection={<Kbd keys="n" />} onClick={add}>
        Add widget
      </Button>
      <ActionIcon className="k-phone" size="md" aria-label="Add widget" onClick={add}>
        <IconPlus size={20} stroke={1.75} />
      </ActionIcon>
    </>
  );
}

/** Whoever may not change a shared dashboard can have one like it. */
function CopyThis({ dashboard }: { dashboard: DashboardSummary }) {
  const copy = useCopyDashboard();
  return (
    <Button
      className="k-desk"
      leftSection={<IconCopy size={16} stroke={1.75} />}
      loading={copy.isPending}
      onClick={() => copy.mutate({ name: `${dashboard.name}, my copy`.slice(-80), from: dashboard.id })}
    >
      Make a copy
    </Button>
  );
}
