import { profileTabs } from "../shell/tabs.ts";
import { Page } from "../../ui/page.tsx";
import { ChangePassword } from "../passwords/change-password.tsx";
import { SessionList } from "./session-list.tsx";

export function SecurityPage() {
  return (
    <Page area="Profile" title="Security" tabs={profileTabs}>
      <ChangePassword />
      <SessionList />
    </Page>
  );
}
