import { KINDS } from "@kith/filter/kinds";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../calls.ts";
import { Section } from "../../ui/page.tsx";
import { SortableList } from "../../ui/sortable.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { isOwn, useMoveField, useRetire } from "./change-types.ts";
import classes from "./data-model.module.css";
import { FieldRow } from "./field-row.tsx";
import { RetireField } from "./retire-dialogs.tsx";
import { type Field, manyOf, type RecordType, type TypeList } from "./types.ts";

export interface TypeDetailProps {
  type: RecordType;
  all: TypeList["items"];
  isAdmin: boolean;
  onEdit: () => void;
  onAddField: () => void;
  onEditField: (key: string) => void;
  onRetired: () => void;
}

type FieldSectionsProps = Pick<TypeDetailProps, "type" | "all" | "isAdmin" | "onAddField" | "onEditField">;

/** The type's own fields in their order, those that come with every type, and the retired ones. */
export function FieldSections(props: FieldSectionsProps) {
  const { type, isAdmin, onAddField } = props;
  const add = (
    <Button variant="filled" size="sm" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAddField}>
      Add field
    </Button>
  );
  const own = type.fields.filter(isOwn);
  return (
    <>
      <Section
        title="Fields"
        lead="Record pages and the form for a new record show them in this order."
        actions={isAdmin ? add : undefined}
      >
        {own.length === 0 ? (
          <EmptyState title="No fields of its own yet">{`Every type has a name and an owner. Add what else you keep about ${manyOf(type)}.`}</EmptyState>
        ) : (
          <OwnFields {...props} own={own} />
        )}
      </Section>
      <Section title="Built-in fields" lead="These come with every type, or are the other end of a relation.">
        <ul className={classes.box} aria-label="Built-in fields">
          {type.fields
            .filter((field) => !isOwn(field))
            .map((field) => (
              <li key={field.key}>
                <FieldRow type={type} all={props.all} field={field} />
              </li>
            ))}
        </ul>
      </Section>
      {isAdmin && <RetiredFields type={type} />}
    </>
  );
}

function OwnFields({ type, all, isAdmin, own, onEditField }: FieldSectionsProps & { own: Field[] }) {
  const [retiring, setRetiring] = useState<Field>();
  const move = useMoveField(type);
  if (!isAdmin)
    return (
      <ul className={classes.box} aria-label={`Fields of ${type.label_plural}`}>
        {own.map((field) => (
          <li key={field.key}>
            <FieldRow type={type} all={all} field={field} />
          </li>
        ))}
      </ul>
    );
  return (
    <>
      <SortableList
        className={classes.box}
        label={`Fields of ${type.label_plural}`}
        items={own}
        idOf={(field) => field.key}
        nameOf={(field) => field.label}
        onMove={move}
      >
        {(field, grip) => (
          <FieldRow
            type={type}
            all={all}
            field={field}
            grip={grip}
            onEdit={() => onEditField(field.key)}
            onMove={(by) => move(field, Math.min(Math.max(own.indexOf(field) + by, 0), own.length - 1))}
            onRetire={() => setRetiring(field)}
          />
        )}
      </SortableList>
      <RetireField type={type} field={retiring} onClose={() => setRetiring(undefined)} />
    </>
  );
}

function RetiredFields({ type }: { type: RecordType }) {
  const { data } = useQuery(read("types.listRetired", {}));
  const { setField, isWorking } = useRetire();
  const fields = data?.fields.filter((field) => field.type === type.key) ?? [];
  if (fields.length === 0) return null;
  return (
    <Section title="Retired fields" lead="Not shown anywhere. Their values are kept.">
      <ul className={classes.box} aria-label="Retired fields">
        {fields.map((field) => (
          <li className={classes.row} data-fixed key={field.key}>
            <span className={`${classes.name} k-muted`}>
              <span className="k-truncate">{field.label}</span>
              <code>{field.key}</code>
            </span>
            <span className={classes.kind}>{KINDS[field.field_type].label}</span>
            <Button disabled={isWorking} onClick={() => setField({ type: type.key, field: field.key }, field.label, false)}>
              Restore<span className="k-phone">&nbsp;{field.label}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
