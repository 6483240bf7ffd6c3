import { ActionIcon, Menu } from "@mantine/core";
import { IconArchive, IconArrowDown, IconArrowUp, IconDots, IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { StatePill } from "../../ui/state-pill.tsx";
import classes from "./data-model.module.css";
import { factsOf, type Field, isStage, offered, type RecordType, type TypeList } from "./types.ts";
import { KIND_ICONS } from "./kinds.ts";

interface FieldRowProps {
  type: RecordType;
  all: TypeList["items"];
  field: Field;
  grip?: ReactNode;
  onEdit?: () => void;
  onMove?: (by: number) => void;
  onRetire?: () => void;
}

export function FieldRow({ type, all, field, grip, onEdit, onMove, onRetire }: FieldRowProps) {
  const Icon = KIND_ICONS[field.type];
  const name = (
    <>
      <span className="k-truncate">{field.label}</span>
      <code>{field.key}</code>
    </>
  );
  return (
    <div className={classes.row} data-fixed={grip ? undefined : true}>
      {grip}
      <Icon size={16} stroke={1.75} aria-hidden />
      {onEdit ? (
        <button className={classes.name} type="button" onClick={onEdit}>
          {name}
        </button>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
      <span className={classes.kind}>{kindText(field, all)}</span>
      <span className={classes.pills}>
        {rolesOf(type, field).map((role) => (
          <StatePill key={role}>{role}</StatePill>
        ))}
        {field.is_required && <StatePill>Required</StatePill>}
        {field.is_unique && <StatePill>Unique</StatePill>}
        {field.is_domain && <StatePill>Domain</StatePill>}
      </span>
      {onEdit && onMove && onRetire && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${field.label}`}>
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
            <Menu.Item className="k-danger" leftSection={<IconArchive size={16} stroke={1.75} />} onClick={onRetire}>
              Retire
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** "Select, 7 options", "Relation to Organizations". */
function kindText(field: Field, all: TypeList["items"]): string {
  const { label } = factsOf(field);
  if (field.relation)
    return `${field.relation.is_many ? "Relations" : "Relation"} to ${all.find((one) => one.key === field.relation?.type)?.label_plural ?? ""}`;
  if (!field.options) return field.is_multi ? `${label}, several` : label;
  const count = offered(field).length;
  return `${label}, ${count} ${isStage(field) ? (count === 1 ? "step" : "steps") : count === 1 ? "option" : "options"}`;
}

const rolesOf = (type: RecordType, { key }: Field) => [
  ...(key === type.stage_field ? ["Stage"] : []),
  ...(key === type.amount_field ? ["Amount"] : []),
  ...(key === type.date_field ? ["Date"] : []),
];
