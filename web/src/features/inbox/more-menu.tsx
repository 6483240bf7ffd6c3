import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowMerge, IconDots, IconLink, IconMailOpened, IconShieldExclamation, IconTag, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { LISTS, type WholeConversation } from "./read.ts";
import { TagsDialog } from "./tags-dialog.tsx";
import type { Actions } from "./use-actions.ts";

interface MoreMenuProps {
  conversation: WholeConversation;
  actions: Actions;
  /** It is unread again: it would be read at once if it stayed open. */
  onLeave: () => void;
}

/** What is done with a conversation now and then. */
export function MoreMenu({ conversation, actions, onLeave }: MoreMenuProps) {
  const [isTagging, setTagging] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const toast = useToast();
  const { id, state, is_shared: isShared, may_share: mayShare } = conversation;
  const unread = useWrite("inbox.markRead", { refresh: LISTS, onDone: onLeave });
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/inbox/${id}`);
    toast({ text: "Link copied." });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label="More actions">
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTag size={14} stroke={1.75} />} onClick={() => setTagging(true)}>
            Tags
          </Menu.Item>
          <Menu.Item leftSection={<IconMailOpened size={14} stroke={1.75} />} onClick={() => unread.mutate({ id, message: null })}>
            Mark as unread
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={14} stroke={1.75} />} onClick={() => setMerging(true)}>
            Merge into another
          </Menu.Item>
          {mayShare && (
            <Menu.Item
              leftSection={<IconUsers size={14} stroke={1.75} />}
              onClick={() =>
                actions.change({ is_shared: !isShared }, isShared ? "Only who sees the channel sees it now." : "Every member sees it now.")
              }
            >
              {isShared ? "Stop sharing with everyone" : "Share with everyone"}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconShieldExclamation size={14} stroke={1.75} />}
            onClick={() =>
              state === "spam" ? actions.change({ state: "open" }, "It is no spam.") : actions.change({ state: "spam" }, "Moved to spam.")
            }
          >
            {state === "spam" ? "This is no spam" : "This is spam"}
          </Menu.Item>
          <Menu.Item leftSection={<IconLink size={14} stroke={1.75} />} onClick={() => void copy()}>
            Copy link
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isMerging && <MergeDialog conversation={conversation} onClose={() => setMerging(false)} />}
      {isTagging && <TagsDialog conversation={conversation} actions={actions} onClose={() => setTagging(false)} />}
    </>
  );
}
