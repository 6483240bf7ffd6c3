import { ActionIcon, Menu } from "@mantine/core";
import { IconAdjustments, IconDots, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RecordType } from "../types/index.ts";
import type { Answer, PagePeriod, WidgetSettings } from "./dashboards.ts";
import { useUnit } from "./figure-text.ts";
import { useScope } from "./scope-text.ts";
import { WidgetBody } from "./widget-body.tsx";
import classes from "./widget-box.module.css";

interface WidgetBoxProps {
  widget: WidgetSettings;
  type: RecordType | undefined;
  page: PagePeriod;
  answer: Answer | undefined;
  /** What can be done with it. */
  menu?: ReactNode;
}

/** A figure in its box: its name, of what it is, and itself. */
export function WidgetBox({ widget, type, page, answer, menu }: WidgetBoxProps) {
  const unit = useUnit(widget, type);
  const scope = useScope(widget, type, unit, page, answer);
  const figure = answer?.figure;
  return (
    <section className={classes.box} aria-label={widget.title}>
      <header className={classes.head}>
        <h2 className={classes.title}>{widget.title}</h2>
        {menu}
        <span className={classes.scope}>
          {scope && type && figure && figure.shape !== "events" ? (
            <Link to="/records/$type" params={{ type: type.key }} search={figure.filter === "" ? {} : { filter: figure.filter }}>
              {scope}
            </Link>
          ) : (
            scope
          )}
        </span>
      </header>
      <WidgetBody widget={widget} type={type} page={page} answer={answer} />
    </section>
  );
}

interface WidgetMenuProps {
  title: string;
  onEdit: () => void;
  onRemove: () => void;
}

export function WidgetMenu({ title, onEdit, onRemove }: WidgetMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon className={classes.menu} size={20} aria-label={`Actions for ${title}`}>
          <IconDots size={14} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconAdjustments size={16} stroke={1.75} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
