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
  const features = useFeatures();
  const tabs = tabsOf(features, "Company", user.role === "admin");
  const links = features.flatMap(({ companyLinks = [] }) => companyLinks);
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
        {links.length > 0 && <Menu.Divider />}
        {links.map(({ label, icon: LinkIcon, link }) => (
          <Menu.Item leftSection={<LinkIcon size={16} stroke={1.75} />} onClick={() => void navigate(link)} key={label}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
