import { AreaPage } from "../../layout/area-page.tsx";
import { SessionList } from "../sessions/index.ts";
import { ChangePassword } from "./change-password.tsx";

export function SecurityPage() {
  return (
    <AreaPage area="Profile" title="Security">
      <ChangePassword />
      <SessionList />
    </AreaPage>
  );
}
