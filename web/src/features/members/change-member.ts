import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Member } from "./people.ts";
import { roleLabels } from "../../session.ts";

type Role = Member["role"];

/** Changes the role, disables or enables a member. Each toast offers undo. */
export function useChangeMember(member: Member) {
  const toast = useToast();
  const update = useWrite("members.update", { refresh: ["members.list", "members.me"] });
  const { id, name } = member;

  const setRole = (role: Role) =>
    update.mutate(
      { id, role },
      { onSuccess: () => toast({ text: `${name} is now ${roleLabels[role]}.`, undo: () => update.mutate({ id, role: member.role }) }) },
    );
  const setDisabled = (disabled: boolean) =>
    update.mutate(
      { id, disabled },
      {
        onSuccess: () =>
          toast({ text: `${name} is ${disabled ? "disabled" : "enabled"}.`, undo: () => update.mutate({ id, disabled: !disabled }) }),
      },
    );
  // Show the new role while saving. If the service refuses, the old role is shown again.
  const pendingRole = update.isPending ? update.variables.role : undefined;
  return { setRole, setDisabled, pendingRole, isWorking: update.isPending };
}
