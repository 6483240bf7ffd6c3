import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { AreaPage } from "../../layout/area-page.tsx";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { type CannedReply, ReplyDialog } from "./reply-dialog.tsx";

const BEGINNING = 120;
const beginning = ({ text }: CannedReply) => text.replaceAll(/\s+/g, " ").slice(0, BEGINNING);
const whose = ({ is_shared: isShared, owner }: CannedReply) => (isShared ? "Everyone" : `Only ${owner.name}`);

const columns: Column<CannedReply>[] = [
  { title: "Name", width: 200, cell: ({ name }) => name, isName: true },
  { title: "Text", cell: (reply) => <span className="k-truncate k-muted">{beginning(reply)}</span> },
  { title: "For", width: 140, cell: whose },
  { title: "Changed", width: 130, cell: ({ updated_at: at }) => <RelativeTime at={at} /> },
];

export function CannedRepliesPage() {
  const query = useQuery(read("cannedReplies.list", {}));
  const [edited, setEdited] = useState<CannedReply | "new">();
  return (
    <AreaPage area="Company" title="Canned replies">
      <Section
        title="Canned replies"
        lead="Texts for messages. Variables such as {{contact.first_name|there}} are filled in when a reply is used; one without a value stops the message from being sent."
        actions={
          <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setEdited("new")}>
            Add a canned reply
          </Button>
        }
      >
        <Loaded query={query} what="The canned replies">
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title="No canned replies yet">Texts that you or your colleagues add appear here and in the inbox.</EmptyState>
            ) : (
              <DataTable
                label="Canned replies"
                rows={items}
                rowId={(reply) => reply.id}
                rowName={(reply) => reply.name}
                columns={columns}
                phone={(reply) => ({
                  title: reply.name,
                  side: <RelativeTime at={reply.updated_at} />,
                  detail: `${whose(reply)}: ${beginning(reply)}`,
                })}
                more={(reply) => (reply.can_change ? <ReplyMenu reply={reply} onEdit={() => setEdited(reply)} /> : null)}
              />
            )
          }
        </Loaded>
        {edited && <ReplyDialog reply={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Section>
    </AreaPage>
  );
}

function ReplyMenu({ reply, onEdit }: { reply: CannedReply; onEdit: () => void }) {
  const toast = useToast();
  const { name, text, is_shared: isShared } = reply;
  const restore = useWrite("cannedReplies.create", { refresh: ["cannedReplies.list"] });
  const remove = useWrite("cannedReplies.delete", {
    refresh: ["cannedReplies.list"],
    onDone: () => toast({ text: `Canned reply “${name}” deleted.`, undo: () => restore.mutate({ name, text, is_shared: isShared }) }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => remove.mutate({ id: reply.id })}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
