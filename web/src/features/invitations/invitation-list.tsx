import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconDots, IconLink, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { RelativeTime } from "../../ui/clock.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { LinkDialog } from "../../ui/link-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Section } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { roleLabels } from "../../session.ts";
import { type Invitation, InviteDialog } from "./invite-dialog.tsx";

const columns: Column<Invitation>[] = [
  { title: "Email", cell: (invitation) => invitation.email, isName: true },
  { title: "Role", width: 120, cell: (invitation) => roleLabels[invitation.role] },
  { title: "Invited", width: 130, cell: (invitation) => <RelativeTime at={invitation.created_at} /> },
  { title: "Expires", width: 130, cell: (invitation) => <RelativeTime at={invitation.expires_at} /> },
];

interface InvitationListProps {
  isInviting: boolean;
  onInviting: (isInviting: boolean) => void;
}

/** People who were invited and have not joined yet. */
export function InvitationList({ isInviting, onInviting }: InvitationListProps) {
  const query = useQuery(read("invitations.list", {}));
  const { invited, makeLink, shown, hide, email } = useInvitationLink();
  const invite = (
    <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => onInviting(true)}>
      Invite
    </Button>
  );
  return (
    <Section title="Open invitations" lead="An invitation is one link for one person. It expires, or you withdraw it." actions={invite}>
      <Loaded query={query} what="The invitations">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No open invitations">Everyone you invited has joined, or nobody was invited yet.</EmptyState>
          ) : (
            <DataTable
              label="Open invitations"
              rows={items}
              rowId={(invitation) => invitation.id}
              rowName={(invitation) => invitation.email}
              columns={columns}
              phone={(invitation) => ({
                title: <span className="k-truncate">{invitation.email}</span>,
                side: <RelativeTime at={invitation.created_at} />,
                detail: roleLabels[invitation.role],
              })}
              more={(invitation) => <InvitationMenu invitation={invitation} onLink={() => makeLink(invitation)} />}
            />
          )
        }
      </Loaded>
      <InviteDialog
        opened={isInviting}
        onClose={() => onInviting(false)}
        onInvited={(invitation) => {
          onInviting(false);
          invited(invitation);
        }}
      />
      <LinkDialog title={`Invitation for ${email}`} link={shown?.link} expiresAt={shown?.expires_at} onClose={hide}>
        Copy this link and send it to them. Anyone who opens it can join your company.
      </LinkDialog>
    </Section>
  );
}

// Where no mail can be sent, the link is the invitation, so it is shown at once.
function useInvitationLink() {
  const toast = useToast();
  const [email, setEmail] = useState("");
  const link = useWrite("invitations.link");
  const makeLink = (invitation: Invitation) => {
    setEmail(invitation.email);
    link.mutate({ id: invitation.id });
  };
  const invited = (invitation: Invitation) => {
    if (invitation.sends_mail) toast({ text: `Invitation sent to ${invitation.email}.` });
    else makeLink(invitation);
  };
  return { invited, makeLink, email, shown: link.data, hide: link.reset };
}

/** Where mail is sent, only the mail has the link: whoever joins by it has shown that the address is theirs. */
function InvitationMenu({ invitation, onLink }: { invitation: Invitation; onLink: () => void }) {
  const toast = useToast();
  const revoke = useWrite("invitations.revoke", {
    refresh: ["invitations.list"],
    onDone: () => toast({ text: `Invitation for ${invitation.email} withdrawn.` }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${invitation.email}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!invitation.sends_mail && (
          <Menu.Item leftSection={<IconLink size={16} stroke={1.75} />} onClick={onLink}>
            New link
          </Menu.Item>
        )}
        <Menu.Item
          className="k-danger"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => revoke.mutate({ id: invitation.id })}
        >
          Withdraw
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
