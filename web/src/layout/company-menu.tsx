import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { tabsOf, useFeatures } from "../manifest.ts";
import { useMe } from "../session.ts";
import { Logo } from "../ui/logo.tsx";
import classes from "./shell.module.css";

/** The company name with a menu of its pages. */
export function CompanyMenu() {
  const { company, user } = useMe();
  const navigate = useNavigate();
  const tabs = tabsOf(useFeatures(), "Company", user.role === "admin");
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
        {tabs.map((tab) => (
          <Menu.Item leftSection={<tab.icon size={16} stroke={1.75} />} onClick={() => void navigate({ to: tab.to })} key={tab.title}>
            {tab.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
