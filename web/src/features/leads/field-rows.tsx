import { ActionIcon, Menu } from "@mantine/core";
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { StatePill } from "../../ui/state-pill.tsx";
import { factsOf, type Field, fieldOf, KIND_ICONS, offered, useType } from "../types/index.ts";
import { type FieldDraft, moved } from "./draft.ts";
import { FieldSettings } from "./field-settings.tsx";
import classes from "./form-tab.module.css";
import type { Editor } from "./use-editor.ts";

interface FieldRowsProps {
  editor: Editor;
  /** The key of the question whose settings are shown. */
  open: string | undefined;
  onOpen: (key: string | undefined) => void;
}

/** The questions of a form in their order. */
export function FieldRows({ editor: { draft, change, problems, canChange }, open, onOpen }: FieldRowsProps) {
  const type = useType("lead");
  const { fields } = draft;
  const move = ({ key }: FieldDraft, to: number) => change({ fields: moved(fields, key, to) });
  const replace = (key: string, part: Partial<FieldDraft>) => {
    change({ fields: fields.map((one) => (one.key === key ? { ...one, ...part } : one)) });
    if (part.key) onOpen(part.key);
  };
  if (fields.length === 0) return <p className={classes.none}>A form needs a field. Add the first one.</p>;
  return (
    <SortableList
      className={classes.rows}
      label="Fields of the form"
      items={fields}
      idOf={(field) => field.key}
      nameOf={(field) => field.label || field.key}
      onMove={move}
    >
      {(field, grip) => {
        const at = fields.indexOf(field);
        const known = type && fieldOf(type, field.key);
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`fields/${at}/`))?.[1];
        return (
          <div className={classes.field} data-open={open === field.key || undefined}>
            <FieldRow
              field={field}
              known={known}
              grip={canChange ? grip : null}
              isOpen={open === field.key}
              onToggle={() => onOpen(open === field.key ? undefined : field.key)}
              menu={
                canChange && (
                  <FieldMenu
                    field={field}
                    onEdit={() => onOpen(field.key)}
                    onMove={(by) => move(field, Math.min(Math.max(at + by, 0), fields.length - 1))}
                    onRemove={() => change({ fields: fields.filter((one) => one !== field) })}
                  />
                )
              }
            />
            {problem && (
              <p className={classes.problem} role="alert">
                {problem}
              </p>
            )}
            {open === field.key && <FieldSettings field={field} all={fields} known={known} onChange={(part) => replace(field.key, part)} />}
          </div>
        );
      }}
    </SortableList>
  );
}

interface FieldRowProps {
  field: FieldDraft;
  known: Field | undefined;
  grip: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  menu: ReactNode;
}

function FieldRow({ field, known, grip, isOpen, onToggle, menu }: FieldRowProps) {
  const Icon = known ? KIND_ICONS[known.type] : IconAlertTriangle;
  return (
    <div className={classes.row}>
      {grip}
      <Icon size={16} stroke={1.75} aria-hidden />
      <button className={classes.name} type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span className="k-truncate">{field.label || known?.label || field.key}</span>
        <code className="k-desk">{field.key}</code>
      </button>
      <span className={`${classes.kind} k-desk`}>{known ? kindText(known) : "No longer a field of leads"}</span>
      <span className={classes.need}>{field.is_required ? <StatePill>Required</StatePill> : "optional"}</span>
      {menu}
    </div>
  );
}

/** "Select, 6 options". */
function kindText(field: Field): string {
  const { label } = factsOf(field);
  if (!field.options) return label;
  const count = offered(field).length;
  return `${label}, ${count} ${count === 1 ? "option" : "options"}`;
}

interface FieldMenuProps {
  field: FieldDraft;
  onEdit: () => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

function FieldMenu({ field, onEdit, onMove, onRemove }: FieldMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${field.label || field.key}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={16} stroke={1.75} />} onClick={() => onMove(-1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} stroke={1.75} />} onClick={() => onMove(1)}>
          Move down
        </Menu.Item>
        <Menu.Item className="k-danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
          Remove from the form
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
