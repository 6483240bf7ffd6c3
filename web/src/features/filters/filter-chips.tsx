import { IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { Coloured } from "./coloured.tsx";
import { conditionsOf, joined } from "./conditions.ts";
import classes from "./filter-chips.module.css";
import { FilterInput, type FilterInputHandle } from "./filter-input.tsx";
import type { FilterLanguage } from "./language.ts";

interface FilterChipsProps {
  language: FilterLanguage | undefined;
  filter: string;
  onChange: (filter: string) => void;
  ref: Ref<FilterInputHandle>;
}

/** The same filter as buttons: one for each condition, and what cannot be taken apart as one with its text. */
export function FilterChips({ language, filter, onChange, ref }: FilterChipsProps) {
  const [edited, setEdited] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const read = conditionsOf(filter);
  const conditions = read ?? [filter];
  const isAdding = edited === conditions.length;
  useImperativeHandle(ref, () => ({ focus: () => setEdited(conditions.length), apply: () => setEdited(undefined) }));

  const replace = (at: number, condition: string) => {
    setEdited(undefined);
    const changed = condition === "" ? conditions.toSpliced(at, 1) : conditions.toSpliced(at, 1, condition);
    onChange(joined(changed));
  };
  // The one that was worked on is gone or drawn anew: its neighbour takes the focus, or what adds one.
  const focusAt = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>("[data-chip]")[at]?.focus());
  const remove = (at: number) => {
    replace(at, "");
    focusAt(Math.max(0, at - 1));
  };
  const editor = (at: number, condition: string) => (
    <FilterInput
      language={language}
      label={condition ? "Condition" : "New condition"}
      placeholder="A condition"
      value={condition}
      look="chip"
      hasFocus
      onApply={(changed, by) => {
        replace(at, changed);
        if (by === "enter") focusAt(at);
      }}
      onEscape={() => {
        setEdited(undefined);
        focusAt(at);
      }}
    />
  );

  return (
    <ul className={classes.chips} aria-label="Conditions" ref={list}>
      {conditions.map((condition, at) => (
        // Two conditions may be the same text: only their place tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <li className={classes.item} key={`${at} ${condition}`}>
          {edited === at ? (
            editor(at, condition)
          ) : (
            <Chip
              text={condition}
              isWrong={read === undefined || language?.check(condition).ok === false}
              onEdit={() => setEdited(at)}
              onRemove={() => remove(at)}
            />
          )}
        </li>
      ))}
      <li className={classes.item}>
        {isAdding ? (
          editor(conditions.length, "")
        ) : (
          <button className={classes.add} type="button" onClick={() => setEdited(conditions.length)} data-chip>
            <IconPlus size={14} stroke={1.75} aria-hidden />
            Add
          </button>
        )}
      </li>
    </ul>
  );
}

interface ChipProps {
  text: string;
  isWrong: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function Chip({ text, isWrong, onEdit, onRemove }: ChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    onRemove();
  };
  return (
    <span className={classes.chip} data-wrong={isWrong || undefined}>
      <button className={classes.text} type="button" onClick={onEdit} onKeyDown={onKeyDown} aria-label={`Edit ${text}`} data-chip>
        <Coloured text={text} />
      </button>
      <button className={classes.remove} type="button" onClick={onRemove} aria-label={`Remove ${text}`}>
        <IconX size={12} stroke={1.75} aria-hidden />
      </button>
    </span>
  );
}
