import { Button, Checkbox, Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { type Field, fieldOf, type RecordType } from "../types/types.ts";
import { NAME } from "./columns.ts";
import classes from "./columns-menu.module.css";
import type { ListView } from "./list-view.ts";

/** Which columns there are, and in which order: ticked, and dragged or moved with the arrows. */
export function ColumnsMenu({ type, view }: { type: RecordType; view: ListView }) {
  const shown = view.columns.flatMap((key) => fieldOf(type, key) ?? []);
  const hidden = type.fields.filter((field) => field.key !== NAME && !view.columns.includes(field.key));
  const toggled = useRef<string>(undefined);
  useLayoutEffect(() => {
    // A field goes to the other list when it is ticked, and would lose the focus on the way.
    if (toggled.current) document.getElementById(checkId(toggled.current))?.focus();
    toggled.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the columns are when it runs, not what it reads
  }, [view.columns]);
  const toggle = (field: Field) => {
    toggled.current = field.key;
    view.set({
      columns: view.columns.includes(field.key) ? view.columns.filter((key) => key !== field.key) : [...view.columns, field.key],
    });
  };
  const move = (field: Field, to: number) => {
    const rest = view.columns.filter((key) => key !== field.key);
    view.set({ columns: rest.toSpliced(to, 0, field.key) });
  };
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} aria-label="Columns">
        <SortableList label="Shown columns" items={shown} idOf={(field) => field.key} nameOf={(field) => field.label} onMove={move}>
          {(field, grip) => (
            <span className={classes.line}>
              <Checkbox id={checkId(field.key)} label={field.label} checked onChange={() => toggle(field)} disabled={shown.length === 1} />
              {grip}
            </span>
          )}
        </SortableList>
        {hidden.length > 0 && (
          <ul className={classes.hidden} aria-label="Hidden columns">
            {hidden.map((field) => (
              <li className={classes.line} key={field.key}>
                <Checkbox id={checkId(field.key)} label={field.label} checked={false} onChange={() => toggle(field)} />
              </li>
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const checkId = (key: string) => `column-${key}`;
