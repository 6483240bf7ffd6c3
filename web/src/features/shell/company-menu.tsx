import { Menu } from "@mantine/core";
import { IconActivity, IconBuildingCommunity, IconChevronDown, IconUsers } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Logo } from "../../ui/logo.tsx";
import { useMe } from "../members/me.ts";
import classes from "./shell.module.css";

export function CompanyMenu() {
  const { company, user } = useMe();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={208}>
      <Menu.Target>
        <button className={`${classes.plain} ${classes.company}`} type="button">
          <Logo />
          <span className="k-truncate">{company.name}</span>
          <IconChevronDown className="k-faint" size={14} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconBuildingCommunity size={16} stroke={1.75} />} onClick={() => void navigate({ to: "/company" })}>
          Company
        </Menu.Item>
        <Menu.Item leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => void navigate({ to: "/company/members" })}>
          Members
        </Menu.Item>
        {user.role === "admin" && (
          <Menu.Item leftSection={<IconActivity size={16} stroke={1.75} />} onClick={() => void navigate({ to: "/company/activity" })}>
            Activity
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
