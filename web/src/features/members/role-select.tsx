import { NativeSelect } from "@mantine/core";
import type { Member } from "./people.ts";
import { roleLabels } from "../../session.ts";
import classes from "./role-select.module.css";
import { useChangeMember } from "./change-member.ts";

const options = Object.entries(roleLabels).map(([value, label]) => ({ value, label }));

/** Lets an Admin change a role in the list. It applies from that member's next call. */
export function RoleSelect({ member }: { member: Member }) {
  const change = useChangeMember(member);
  const chosen = change.pendingRole ?? member.role;
  return (
    <NativeSelect
      classNames={{ input: classes.input }}
      size="xs"
      aria-label={`Role of ${member.name}`}
      data={options}
      value={chosen}
      disabled={member.disabled_at !== null}
      onChange={(event) => change.setRole(event.currentTarget.value === "admin" ? "admin" : "member")}
    />
  );
}
