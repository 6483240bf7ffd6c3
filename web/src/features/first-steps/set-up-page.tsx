import { useNavigate } from "@tanstack/react-router";
import { Page } from "../../ui/page.tsx";
import { FirstRun } from "./first-run.tsx";

/** The first steps on a page of their own, for whoever looks for them again. */
export function SetUpPage() {
  const navigate = useNavigate();
  return (
    <Page title="Set-up" isWide>
      <FirstRun onHide={() => void navigate({ to: "/dashboard" })} />
    </Page>
  );
}
