import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLink, IconUserOff, IconUserPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read, useWrite } from "../../calls.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useIsPhone } from "../../ui/browser.ts";
import { PasswordLink } from "../passwords/index.ts";
import { useChangeMember } from "./change-member.ts";
import type { Member } from "./people.ts";
import { roleLabels } from "../../session.ts";

export function MemberMenu({ member }: { member: Member }) {
  const [isAsking, setAsking] = useState(false);
  const link = useWrite("passwords.link");
  const change = useChangeMember(member);
  const isDisabled = member.disabled_at !== null;
  const otherRole = member.role === "admin" ? "member" : "admin";
  const isPhone = useIsPhone();
  // Where mail is sent, everyone asks for their own link.
  const { data: company } = useQuery(read("companies.get", {}));
  const canLink = company?.sends_mail === false && !isDisabled;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${member.name}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPhone && !isDisabled && <Menu.Item onClick={() => change.setRole(otherRole)}>Make {roleLabels[otherRole]}</Menu.Item>}
          {canLink && (
            <Menu.Item leftSection={<IconLink size={16} stroke={1.75} />} onClick={() => link.mutate({ id: member.id })}>
              Password link
            </Menu.Item>
          )}
          {isDisabled ? (
            <Menu.Item leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => change.setDisabled(false)}>
              Enable
            </Menu.Item>
          ) : (
            <Menu.Item className="k-danger" leftSection={<IconUserOff size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
              Disable
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title={`Disable ${member.name}?`}
        opened={isAsking}
        onClose={() => setAsking(false)}
        confirm="Disable"
        onConfirm={() => {
          setAsking(false);
          change.setDisabled(true);
        }}
      >
        <p className="k-muted">
          {member.name} is signed out and their keys stop working at once. Their open conversations become unassigned. What they did keeps
          their name. You can enable them again.
        </p>
      </ConfirmDialog>
      <PasswordLink name={member.name} made={link.data} onClose={link.reset} />
    </>
  );
}
