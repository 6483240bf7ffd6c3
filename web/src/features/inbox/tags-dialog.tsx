import { Button, TagsInput } from "@mantine/core";
import { useState } from "react";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog.tsx";
import type { Conversation } from "./read.ts";
import type { Actions } from "./use-actions.ts";

interface TagsDialogProps {
  conversation: Conversation;
  actions: Actions;
  onClose: () => void;
}

const MAX_TAGS = 20;

export function TagsDialog({ conversation, actions, onClose }: TagsDialogProps) {
  const [tags, setTags] = useState(conversation.tags);
  return (
    <Dialog title="Tags" opened onClose={onClose} width={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          actions.change({ tags }, "Tags changed.");
          onClose();
        }}
      >
        <DialogBody>
          <TagsInput
            label="Tags of this conversation"
            description="Enter or a comma ends a tag. Find them with tag:name."
            value={tags}
            onChange={setTags}
            maxTags={MAX_TAGS}
            // It has nothing to offer. Open and empty, its list would take the Escape that is meant for the dialog.
            dropdownOpened={false}
            data-autofocus
          />
        </DialogBody>
        <DialogFoot>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" type="submit">
            Save tags
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
