import { Popover } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { inMain } from "../../ui/browser.ts";
import { Coloured } from "./coloured.tsx";
import { comparisonOf, flagOf, flagWords, wordsOf } from "./condition-words.ts";
import { conditionsOf, joined } from "./conditions.ts";
import classes from "./filter-chips.module.css";
import { FlagPicker } from "./flag-picker.tsx";
import { FilterInput, type FilterInputHandle } from "./filter-input.tsx";
import type { FilterLanguage } from "./language.ts";
import { ValuePicker } from "./value-picker.tsx";

interface FilterChipsProps {
  language: FilterLanguage | undefined;
  filter: string;
  onChange: (filter: string) => void;
  ref: Ref<FilterInputHandle>;
}

/** The same filter as buttons: one for each condition, and what cannot be taken apart as one with its text. */
export function FilterChips({ language, filter, onChange, ref }: FilterChipsProps) {
  const [edited, setEdited] = useState<number>();
  const [picked, setPicked] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const read = conditionsOf(filter);
  const conditions = read ?? [filter];
  const isAdding = edited === conditions.length;
  useImperativeHandle(ref, () => ({ focus: () => setEdited(conditions.length), apply: () => setEdited(undefined) }));

  const replace = (at: number, condition: string) => {
    setEdited(undefined);
    setPicked(undefined);
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
        // Two conditions may be the same text, and the text changes while its picker is open: only their place tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <li className={classes.item} key={at}>
          {edited === at ? (
            editor(at, condition)
          ) : (
            <Chip
              language={language}
              text={condition}
              isWrong={read === undefined || language?.check(condition).ok === false}
              isPicking={picked === at}
              onPick={(isOpen) => setPicked(isOpen ? at : undefined)}
              onChange={(changed) => onChange(joined(conditions.toSpliced(at, 1, changed)))}
              onApply={(changed) => {
                replace(at, changed);
                focusAt(at);
              }}
              onEdit={() => {
                setPicked(undefined);
                setEdited(at);
              }}
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
  language: FilterLanguage | undefined;
  text: string;
  isWrong: boolean;
  isPicking: boolean;
  onPick: (isOpen: boolean) => void;
  /** While its picker is open. */
  onChange: (condition: string) => void;
  onApply: (condition: string) => void;
  /** Edits the text. */
  onEdit: () => void;
  onRemove: () => void;
}

/** A condition in words. A click opens what its field can be; one that has no picker opens its text. */
function Chip({ language, text, isWrong, isPicking, onPick, onChange, onApply, onEdit, onRemove }: ChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    onRemove();
  };
  const source = isWrong ? undefined : language?.source();
  const words = source && wordsOf(text, source);
  const comparison = source && comparisonOf(text, source);
  const flag = source && flagOf(text);
  const hasPicker = comparison !== undefined || flag !== undefined;
  const name = words ?? text;
  return (
    <Popover
      opened={isPicking}
      onChange={onPick}
      position="bottom-start"
      width={300}
      trapFocus
      returnFocus
      withRoles={false}
      portalProps={inMain}
    >
      <Popover.Target>
        <span className={classes.chip} data-wrong={isWrong || undefined}>
          <button
            className={classes.text}
            type="button"
            onClick={() => (hasPicker ? onPick(!isPicking) : onEdit())}
            onKeyDown={onKeyDown}
            aria-label={`Edit ${name}`}
            aria-haspopup={hasPicker ? "dialog" : undefined}
            aria-expanded={hasPicker ? isPicking : undefined}
            title={words && text}
            data-chip
          >
            {words ?? <Coloured text={text} />}
          </button>
          <button className={classes.remove} type="button" onClick={onRemove} aria-label={`Remove ${name}`}>
            <IconX size={12} stroke={1.75} aria-hidden />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={flag ? flagWords(flag.name) : comparison?.fields.map(({ label }) => label).join(" · ")}
        p={12}
      >
        {language && flag && <FlagPicker language={language} {...flag} onApply={onApply} onCancel={() => onPick(false)} onText={onEdit} />}
        {language && comparison && (
          <ValuePicker
            language={language}
            {...comparison}
            onChange={onChange}
            onApply={onApply}
            onCancel={() => onPick(false)}
            onText={onEdit}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
