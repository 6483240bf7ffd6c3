import { ActionIcon, Button, Popover, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { SortableList } from "../../ui/sortable.tsx";
import { type Field, fieldOf, type RecordType } from "../types/index.ts";
import { DEFAULT_SORT, type ListView } from "../views/index.ts";
import pageClasses from "./list-page.module.css";
import { MAX_SORT_KEYS, printSort, type SortKey, sortKeys } from "./sort.ts";
import classes from "./sort-menu.module.css";
import { isSortable } from "./table/table-columns.ts";

interface Sorted extends SortKey {
  field: Field;
}

/** What the list is sorted by, in which order and direction. A field is chosen alone, or with + after those there are. */
export function SortMenu({ type, view }: { type: RecordType; view: ListView }) {
  const [isOpen, setOpen] = useState(false);
  const sorted = sortKeys(view.sort).flatMap((one): Sorted[] => {
    const field = fieldOf(type, one.key);
    return field ? [{ ...one, field }] : [];
  });
  const others = type.fields.filter((field) => isSortable(field) && !sorted.some(({ key }) => key === field.key));
  const set = (keys: readonly SortKey[]) => view.set({ sort: printSort(keys) || DEFAULT_SORT });
  const change = (one: Sorted, next: SortKey[]) => set(sorted.flatMap((other) => (other === one ? next : [other])));
  const isFull = sorted.length >= MAX_SORT_KEYS;
  const [first, ...then] = sorted;
  return (
    <Popover position="bottom-end" width={280} opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={pageClasses.sort ?? ""}
          variant="subtle"
          leftSection={<IconArrowsSort size={16} stroke={1.75} />}
          onClick={() => setOpen(!isOpen)}
        >
          <VisuallyHidden>Sorted by </VisuallyHidden>
          <span className={`${classes.chosen} k-truncate`}>{first?.field.label ?? "nothing"}</span>
          {then.length > 0 && (
            <>
              <VisuallyHidden>{then.map(({ field }) => `, then ${field.label}`).join("")}</VisuallyHidden>
              <span className={`${classes.chosen} k-faint k-number`} aria-hidden>{` +${then.length}`}</span>
            </>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} aria-label="Sort">
        <SortableList
          label="Sorted by"
          items={sorted}
          idOf={({ key }) => key}
          nameOf={({ field }) => field.label}
          onMove={(one, to) => set(sorted.filter((other) => other !== one).toSpliced(to, 0, one))}
        >
          {(one, grip) => (
            <span className={classes.line}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- where the keyboard begins in what was just opened */}
              <button
                className={classes.name}
                type="button"
                onClick={() => change(one, [{ ...one, isDown: !one.isDown }])}
                data-autofocus={one === sorted[0] || undefined}
              >
                {one.isDown ? <IconArrowDown size={14} stroke={1.75} aria-hidden /> : <IconArrowUp size={14} stroke={1.75} aria-hidden />}
                <span className="k-truncate">{one.field.label}</span>
                <span className={classes.way}>{one.isDown ? "descending" : "ascending"}</span>
              </button>
              {sorted.length > 1 && (
                <ActionIcon aria-label={`Do not sort by ${one.field.label}`} onClick={() => change(one, [])}>
                  <IconX size={14} stroke={1.75} />
                </ActionIcon>
              )}
              {sorted.length > 1 && grip}
            </span>
          )}
        </SortableList>
        <ul className={classes.others} aria-label="Other fields">
          {others.map((field) => (
            <li className={classes.line} key={field.key}>
              <button
                className={classes.name}
                type="button"
                onClick={() => {
                  set([{ key: field.key, isDown: false }]);
                  setOpen(false);
                }}
              >
                <span className="k-truncate">{field.label}</span>
              </button>
              <ActionIcon
                aria-label={`Then sort by ${field.label}`}
                title={isFull ? `A list is sorted by at most ${MAX_SORT_KEYS} fields` : `Then sort by ${field.label}`}
                onClick={() => set([...sorted, { key: field.key, isDown: false }])}
                disabled={isFull}
              >
                <IconPlus size={14} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
