import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Member } from "./people.ts";
import { roleLabels } from "../../session.ts";

type Role = Member["role"];

/** Role changes, disabling and enabling: each can be taken back from its toast. */
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
  // Shows the new role while the service is asked; if it refuses, the old one is back by itself.
  const pendingRole = update.isPending ? update.variables.role : undefined;
  return { setRole, setDisabled, pendingRole, isWorking: update.isPending };
}
