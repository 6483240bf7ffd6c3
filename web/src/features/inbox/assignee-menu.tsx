import { Button, Menu, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "../../session.ts";
import { Avatar, NoAvatar } from "../../ui/avatar.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import { everyone } from "../members/index.ts";
import classes from "./conversation.module.css";
import { firstNameOf } from "./names.ts";
import type { Conversation } from "./read.ts";
import type { Actions } from "./use-actions.ts";

/** Who answers it. The signed-in person comes first: taking it is what one does most. */
export function AssigneeMenu({ conversation: { assignee }, actions }: { conversation: Conversation; actions: Actions }) {
  const [isOpen, setOpen] = useState(false);
  const { user } = useMe();
  const { data = [] } = useQuery(everyone);
  useKeys({ a: () => setOpen(true) });
  const people = data
    .filter((member) => member.disabled_at === null)
    .toSorted((one, other) => Number(other.id === user.id) - Number(one.id === user.id) || one.name.localeCompare(other.name));
  const give = (id: string, name: string) => actions.change({ assignee: id }, id === user.id ? "Assigned to you." : `Assigned to ${name}.`);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          className={classes.assign ?? ""}
          title="Assign, A"
          leftSection={assignee ? <Avatar id={assignee.id} name={assignee.name} /> : <NoAvatar />}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          <span className="k-desk" aria-hidden>
            {assignee ? firstNameOf(assignee.name) : "Assign"}
          </span>
          <VisuallyHidden>{assignee ? `Assigned to ${assignee.name}` : "Assign"}</VisuallyHidden>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.people ?? ""}>
        {people.map(({ id, name }) => (
          <Menu.Item
            leftSection={<Avatar id={id} name={name} />}
            rightSection={id === assignee?.id && <IconCheck size={14} stroke={1.75} aria-label="has it" />}
            onClick={() => give(id, name)}
            key={id}
          >
            {id === user.id ? `${name} (you)` : name}
          </Menu.Item>
        ))}
        {assignee && (
          <Menu.Item leftSection={<NoAvatar />} onClick={() => actions.change({ assignee: null }, "Assigned to nobody.")}>
            Nobody
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
