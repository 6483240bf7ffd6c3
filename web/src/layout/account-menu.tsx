import { type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { type Icon, IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { areasOf, useFeatures } from "../manifest.ts";
import { Avatar } from "../ui/avatar.tsx";
import { roleLabels, useMe, useSignOut } from "../session.ts";
import classes from "./shell.module.css";

const themes: { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
];

export function AccountMenu() {
  const { user } = useMe();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const areas = areasOf(useFeatures()).filter(({ place }) => place === "account");
  const isHere = useLocation({ select: ({ pathname }) => pathname.startsWith("/profile") });
  return (
    <Menu position="top-start" width={208}>
      <Menu.Target>
        <button className={`${classes.plain} ${classes.link} ${classes.account}`} type="button" data-status={isHere ? "active" : undefined}>
          <Avatar id={user.id} name={user.name} />
          <span className="k-truncate">{user.name}</span>
          <span className={classes.role}>{roleLabels[user.role]}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {areas.map((area) => (
          <Menu.Item leftSection={<area.icon size={16} stroke={1.75} />} onClick={() => void navigate({ to: area.to })} key={area.title}>
            {area.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {themes.map(({ value, label, icon: ThemeIcon }) => (
          <Menu.Item
            key={value}
            leftSection={<ThemeIcon size={16} stroke={1.75} />}
            rightSection={colorScheme === value ? <IconCheck className="k-faint" size={14} stroke={1.75} aria-label="Chosen" /> : undefined}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
