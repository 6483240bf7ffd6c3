import { ActionIcon, Menu } from "@mantine/core";
import { IconZzz } from "@tabler/icons-react";
import { useState } from "react";
import { useClock } from "../../ui/clock.tsx";
import { useKeys } from "../../ui/keyboard.ts";
import classes from "./conversation.module.css";
import type { Conversation } from "./read.ts";
import { snoozeText, snoozeTimes } from "./snooze-times.ts";
import type { Actions } from "./use-actions.ts";

/** Out of the list until a time, or until they write again. */
export function SnoozeMenu({ conversation, actions }: { conversation: Conversation; actions: Actions }) {
  const [isOpen, setOpen] = useState(false);
  const { now, zone } = useClock();
  useKeys({ s: () => setOpen(true) });
  const snooze = (at: Date) => actions.change({ snoozed_until: at.toISOString() }, `Snoozed until ${snoozeText(at, zone)}.`);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon aria-label="Snooze" title="Snooze, S">
          <IconZzz size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {snoozeTimes(now, zone).map(({ label, at }) => (
          <Menu.Item rightSection={<span className={classes.time}>{snoozeText(at, zone)}</span>} onClick={() => snooze(at)} key={label}>
            {label}
          </Menu.Item>
        ))}
        {conversation.state === "snoozed" && (
          <Menu.Item onClick={() => actions.change({ state: "open" }, "Back in the list.")}>Wake it now</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
