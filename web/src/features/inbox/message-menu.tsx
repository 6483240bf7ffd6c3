import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowsSplit2, IconDots } from "@tabler/icons-react";
import classes from "./messages.module.css";
import { writerOf } from "./names.ts";
import type { Message } from "./read.ts";
import { useMove } from "./use-move.ts";

interface MessageMenuProps {
  message: Message;
  conversation: string;
  /** This one and those after it, as far as they are on the page. */
  fromHere: string[];
}

/** What is done with one message now and then. */
export function MessageMenu({ message, conversation, fromHere }: MessageMenuProps) {
  const { split, isMoving } = useMove(conversation);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.menu ?? ""}
          size={20}
          aria-label={`Actions for the message of ${writerOf(message)}`}
          loading={isMoving}
        >
          <IconDots size={14} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsSplit2 size={14} stroke={1.75} />} onClick={() => split([message.id])}>
          Split off this message
        </Menu.Item>
        {fromHere.length > 1 && (
          <Menu.Item leftSection={<IconArrowsSplit2 size={14} stroke={1.75} />} onClick={() => split(fromHere)}>
            Split off this and the {fromHere.length - 1} after it
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
