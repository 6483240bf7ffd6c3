import { Button, Menu } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../calls.ts";
import { useToast } from "../../ui/toast.tsx";
import classes from "./composer.module.css";
import type { Conversation } from "./read.ts";

interface CannedMenuProps {
  conversation: Conversation;
  /** Puts a text where the cursor is. */
  onInsert: (text: string) => void;
}

/** Texts that are written often, with the names of this contact and this member filled in. */
export function CannedMenu({ conversation: { contact }, onInsert }: CannedMenuProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { data } = useQuery(read("cannedReplies.list", {}));
  const insert = async (id: string) => {
    try {
      const { text } = await client.fetchQuery(read("cannedReplies.fill", { id, ...(contact ? { contact: contact.id } : {}) }));
      onInsert(text);
    } catch (error) {
      toast({ tone: "error", text: error instanceof Error ? error.message : "The canned reply could not be read." });
    }
  };
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<IconTemplate size={16} stroke={1.75} />} aria-label="Canned reply">
          <span className={`${classes.cannedName} k-desk`}>Canned reply</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.canned ?? ""}>
        {data?.items.map(({ id, name }) => (
          <Menu.Item onClick={() => void insert(id)} key={id}>
            {name}
          </Menu.Item>
        ))}
        {data?.items.length === 0 && <Menu.Label>Texts that you write often can be kept here.</Menu.Label>}
        <Menu.Divider />
        <Menu.Item renderRoot={(props) => <Link to="/company/canned-replies" {...props} />}>Change canned replies</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
