import { Button, Checkbox, Popover } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { type Field, fieldOf, type RecordType } from "../types/index.ts";
import { type ListView, NAME } from "../views/index.ts";
import classes from "./columns-menu.module.css";

/** Which columns there are, or fields on the cards of a board, and in which order: ticked, and dragged or moved with the arrows. */
export function ColumnsMenu({ type, view }: { type: RecordType; view: ListView }) {
  const shown = view.columns.flatMap((key) => fieldOf(type, key) ?? []);
  const isBoard = view.layout === "board";
  const what = isBoard ? "Card fields" : "Columns";
  const hidden = type.fields.filter((field) => field.key !== NAME && !view.columns.includes(field.key));
  const toggled = useRef<{ key: string; isShown: boolean }>(undefined);
  useLayoutEffect(() => {
    // A field goes to the other list when it is ticked, and would lose the focus on the way.
    const { current } = toggled;
    if (!current || view.columns.includes(current.key) !== current.isShown) return;
    document.getElementById(checkId(current.key))?.focus();
    toggled.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the columns are when it runs, not what it reads
  }, [view.columns]);
  const toggle = (field: Field) => {
    const isShown = !view.columns.includes(field.key);
    toggled.current = { key: field.key, isShown };
    view.set({ columns: isShown ? [...view.columns, field.key] : view.columns.filter((key) => key !== field.key) });
  };
  const move = (field: Field, to: number) => {
    const rest = view.columns.filter((key) => key !== field.key);
    view.set({ columns: rest.toSpliced(to, 0, field.key) });
  };
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}>
          {what}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} aria-label={what}>
        <SortableList
          label={isBoard ? "Shown fields" : "Shown columns"}
          items={shown}
          idOf={(field) => field.key}
          nameOf={(field) => field.label}
          onMove={move}
        >
          {(field, grip) => (
            <span className={classes.line}>
              <Checkbox id={checkId(field.key)} label={field.label} checked onChange={() => toggle(field)} disabled={shown.length === 1} />
              {grip}
            </span>
          )}
        </SortableList>
        {hidden.length > 0 && (
          <ul className={classes.hidden} aria-label={isBoard ? "Hidden fields" : "Hidden columns"}>
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
