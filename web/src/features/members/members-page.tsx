import { useNavigate, useSearch } from "@tanstack/react-router";
import { AreaPage } from "../../layout/area-page.tsx";
import { useRows } from "../../calls.ts";
import { InvitationList } from "../invitations/index.ts";
import { useIsAdmin } from "../../session.ts";
import { MemberList } from "./member-list.tsx";

export function MembersPage() {
  const isAdmin = useIsAdmin();
  const { invite = false } = useSearch({ from: "/company/members" });
  const navigate = useNavigate();
  const { isPending } = useRows("members.list", {});
  const setInviting = (isInviting: boolean) =>
    void navigate({ to: "/company/members", search: isInviting ? { invite: true } : {}, replace: true });
  return (
    <AreaPage area="Company" title="Members">
      <MemberList />
      {/* Wait until the list above has its height, so that nothing moves while the user taps. */}
      {isAdmin && !isPending && <InvitationList isInviting={invite} onInviting={setInviting} />}
    </AreaPage>
  );
}
