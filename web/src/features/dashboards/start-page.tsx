import { useKeys } from "../../ui/keyboard.ts";
import { Page } from "../../ui/page.tsx";
import { DashboardPage } from "./dashboard-page.tsx";
import { FirstRun, useFirstRun } from "../first-steps/index.ts";
import { useCreateRecord } from "../records/index.ts";

/** Where everyone begins: the dashboard, and as long as there is next to nothing to show on it, the first steps in its place. */
export function StartPage() {
  const { isBeginning } = useFirstRun();
  const create = useCreateRecord();
  // The dashboard itself adds a widget by it.
  useKeys(isBeginning ? { n: () => create() } : {});
  if (!isBeginning) return <DashboardPage />;
  return (
    <Page title="Dashboard" isWide>
      <FirstRun />
    </Page>
  );
}
