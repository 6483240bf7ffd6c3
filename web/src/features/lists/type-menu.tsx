import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type RecordType, TypeIcon, useTypes } from "../types/index.ts";
import classes from "./list-page.module.css";

/** On a phone, the way from one type to another: there is no sidebar. */
export function TypeMenu({ type }: { type: RecordType }) {
  const { items } = useTypes();
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button className={classes.types} type="button">
          {type.label_plural}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map((one) => (
          <Menu.Item
            leftSection={<TypeIcon name={one.icon} />}
            onClick={() => void navigate({ to: "/records/$type", params: { type: one.key } })}
            key={one.key}
          >
            {one.label_plural}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
