import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown, IconZzz } from "@tabler/icons-react";
import { useClock } from "../../ui/clock.tsx";
import { snoozeText, snoozeTimes } from "./snooze-times.ts";
import type { Actions } from "./use-actions.ts";
import type { OnSent } from "./use-send.ts";

interface SendMenuProps {
  isDisabled: boolean;
  onSend: (onSent?: OnSent) => void;
  actions: Actions;
}

/** Sends and does what most people do next. */
export function SendMenu({ isDisabled, onSend, actions }: SendMenuProps) {
  const { now, zone } = useClock();
  const times = snoozeTimes(now, zone);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" disabled={isDisabled} rightSection={<IconChevronDown size={14} stroke={1.75} />}>
          Send and…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCheck size={14} stroke={1.75} />}
          onClick={() => onSend((takeBack) => actions.change({ state: "closed" }, "Sending in 10 s, and closed.", takeBack))}
        >
          Send and close
        </Menu.Item>
        {times.map(({ label, at }) => (
          <Menu.Item
            leftSection={<IconZzz size={14} stroke={1.75} />}
            onClick={() =>
              onSend((takeBack) =>
                actions.change({ snoozed_until: at.toISOString() }, `Sending in 10 s, snoozed until ${snoozeText(at, zone)}.`, takeBack),
              )
            }
            key={label}
          >
            Send, snooze until {snoozeText(at, zone)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
