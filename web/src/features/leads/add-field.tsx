import { Button, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { KIND_ICONS, useType } from "../types/index.ts";
import { askable, type FieldDraft } from "./draft.ts";
import classes from "./form-tab.module.css";

interface AddFieldProps {
  /** Those of the form already. */
  fields: FieldDraft[];
  onAdd: (field: FieldDraft) => void;
}

/** One more field of leads for the form. */
export function AddField({ fields, onAdd }: AddFieldProps) {
  const taken = new Set(fields.map(({ key }) => key));
  const left = askable(useType("lead")).filter(({ key }) => !taken.has(key));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="sm" leftSection={<IconPlus size={16} stroke={1.75} />}>
          Add field
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {left.map(({ key, label, type }) => {
          const Icon = KIND_ICONS[type];
          return (
            <Menu.Item
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => onAdd({ key, label, is_required: false, help: "" })}
              key={key}
            >
              {label}
            </Menu.Item>
          );
        })}
        {left.length > 0 && <Menu.Divider />}
        <Menu.Item renderRoot={(props) => <Link to="/company/data-model" search={{ type: "lead", open: "new-field" }} {...props} />}>
          {left.length === 0 ? "The form has every field. Add one to leads" : "Another field for leads"}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
