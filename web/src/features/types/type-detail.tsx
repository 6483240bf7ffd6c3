import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArchive, IconArrowDown, IconArrowUp, IconChevronLeft, IconDots, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../../calls.ts";
import { afterChange } from "./change-types.ts";
import classes from "./data-model.module.css";
import { FieldSections, type TypeDetailProps } from "./field-list.tsx";
import { RetireType } from "./retire-dialogs.tsx";
import { Roles } from "./roles.tsx";
import { TypeIcon } from "./type-icon.tsx";

/** One type: its name, what its fields are used for, and the fields. */
export function TypeDetail(props: TypeDetailProps) {
  const { type, isAdmin } = props;
  return (
    <div>
      <Link className={`${classes.back} k-phone`} to="/company/data-model" search={{}}>
        <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        All types
      </Link>
      <header className={classes.head}>
        <TypeIcon name={type.icon} size={20} />
        <h2 className={`${classes.title} k-truncate`}>{type.label_plural}</h2>
        <code className="k-faint">{type.key}</code>
        {isAdmin && <TypeActions {...props} />}
      </header>
      <Roles type={type} isAdmin={isAdmin} />
      <FieldSections {...props} />
    </div>
  );
}

function TypeActions({ type, all, onEdit, onRetired }: TypeDetailProps) {
  const [isRetiring, setRetiring] = useState(false);
  const move = useWrite("types.update", { refresh: afterChange });
  const at = all.findIndex((one) => one.key === type.key);
  const moveTo = (position: number) => move.mutate({ type: type.key, position });
  return (
    <div className={classes.actions}>
      <Button leftSection={<IconPencil size={14} stroke={1.75} />} onClick={onEdit}>
        Name and icon
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${type.label_plural}`}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} disabled={at === 0} onClick={() => moveTo(at - 1)}>
            Move up
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} stroke={1.75} />}
            disabled={at === all.length - 1}
            onClick={() => moveTo(at + 1)}
          >
            Move down
          </Menu.Item>
          <Menu.Item
            className="k-danger"
            leftSection={<IconArchive size={16} stroke={1.75} />}
            disabled={all.length === 1}
            onClick={() => setRetiring(true)}
          >
            Retire
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RetireType type={type} opened={isRetiring} onClose={() => setRetiring(false)} onRetired={onRetired} />
    </div>
  );
}
