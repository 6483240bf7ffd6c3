import { AreaPage } from "../../layout/area-page.tsx";
import { SessionList } from "../sessions/session-list.tsx";
import { ChangePassword } from "./change-password.tsx";

export function SecurityPage() {
  return (
    <AreaPage area="Profile" title="Security">
      <ChangePassword />
      <SessionList />
    </AreaPage>
  );
}
