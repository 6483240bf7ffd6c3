import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRows } from "../../calls.ts";
import { Page } from "../../ui/page.tsx";
import { InvitationList } from "../invitations/invitation-list.tsx";
import { companyTabs } from "../shell/tabs.ts";
import { useIsAdmin } from "./me.ts";
import { MemberList } from "./member-list.tsx";

export function MembersPage() {
  const isAdmin = useIsAdmin();
  const { invite = false } = useSearch({ from: "/company/members" });
  const navigate = useNavigate();
  const { isPending } = useRows("members.list", {});
  const setInviting = (isInviting: boolean) =>
    void navigate({ to: "/company/members", search: isInviting ? { invite: true } : {}, replace: true });
  return (
    <Page area="Company" title="Members" tabs={companyTabs(isAdmin)}>
      <MemberList />
      {/* Only once the list above has its height, so that nothing moves under a finger. */}
      {isAdmin && !isPending && <InvitationList isInviting={invite} onInviting={setInviting} />}
    </Page>
  );
}
