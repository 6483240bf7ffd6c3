import { Popover } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { inMain } from "./browser.ts";
import { useKeptText } from "./kept-text.ts";
import classes from "./picker.module.css";

export interface PickerItem {
  key: string;
  /** Search text, also read by screen readers. */
  text: string;
  content: ReactNode;
  /** Tells it apart from others, at the right. */
  side?: ReactNode;
}

/** How an editor was left: by Enter, by Tab or Shift+Tab, or by a click elsewhere. */
export type Then = "enter" | "next" | "previous" | "stay";

interface PickerProps {
  label: string;
  /** Found for what is typed, best first. */
  items: PickerItem[];
  query: string;
  onQuery: (query: string) => void;
  chosen: ReadonlySet<string>;
  /** Several can be chosen: choosing keeps the list open, and leaving the field saves. */
  isMulti?: boolean;
  onChoose: (item: PickerItem, then: Then) => void;
  /** Left by Tab, or by clicking elsewhere. */
  onLeave: (then: Then) => void;
  onCancel: () => void;
  /** The items were found for an earlier text: Enter waits for those of this one. */
  isStale?: boolean;
  /** Shown in place of the list: "Searching", "No match". */
  note?: string | undefined;
  /** The current choice, shown while nothing is typed. */
  placeholder?: string;
  /** Backspace in an empty field: removes the last choice. */
  onBackspace?: () => void;
  className?: string | undefined;
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
}

const NONE = -1;

/** A search field with a list of choices below it. */
export function Picker(props: PickerProps) {
  const {
    label,
    items,
    query,
    onQuery,
    chosen,
    isMulti = false,
    onChoose,
    onLeave,
    onCancel,
    isStale = false,
    note,
    placeholder,
    onBackspace,
    className,
    isFirst = false,
  } = props;
  const [active, setActive] = useState<number>();
  const listId = useId();
  const current = Math.min(active ?? startOf(items, query, chosen, isMulti), items.length - 1);
  const choose = (item: PickerItem, then: Then) => {
    setActive(undefined);
    onChoose(item, then);
  };

  // Pressed before the answer to what was typed: the best match is taken when it arrives.
  const awaited = useRef<Then>(undefined);
  const takeFirst = useEffectEvent(() => {
    const then = awaited.current;
    awaited.current = undefined;
    if (then && items[0]) choose(items[0], then);
  });
  useEffect(() => {
    if (!isStale) takeFirst();
  }, [isStale]);

  const { isKept, field, drop } = useKeptText(query);
  const input = useMergedRef(field, focusOnce);
  const hint = isKept ? `Choose from the list, or click outside again to discard “${query.trim()}”.` : undefined;

  const isEarly = isStale && query.trim() !== "";

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = items[current];
    if (step) setActive((Math.max(current, step === 1 ? NONE : 0) + step + items.length) % Math.max(items.length, 1));
    else if (event.key === "Enter" && isEarly) awaited.current = "enter";
    else if (event.key === "Enter" && item) choose(item, "enter");
    else if (event.key === "Enter" && query.trim() !== "") {
      // The note says that there is no such thing: what was typed stays, to be changed.
    } else if (event.key === "Enter") onLeave("enter");
    else if (event.key === "Escape") onCancel();
    else if (event.key === "Tab" && isEarly && !isMulti) awaited.current = event.shiftKey ? "previous" : "next";
    else if (event.key === "Tab" && query && item && !isMulti) choose(item, event.shiftKey ? "previous" : "next");
    else if (event.key === "Tab" && query && item && !chosen.has(item.key)) choose(item, "stay");
    else if (event.key === "Tab") onLeave(event.shiftKey ? "previous" : "next");
    else if (event.key === "Backspace" && query === "" && onBackspace) onBackspace();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Popover
      opened
      position="bottom-start"
      offset={4}
      width="target"
      trapFocus={false}
      withRoles={false}
      portalProps={inMain}
      closeOnEscape={false}
      onDismiss={() => onLeave("stay")}
    >
      <Popover.Target>
        <input
          className={className ?? classes.input}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
            awaited.current = undefined;
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
          placeholder={placeholder}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-haspopup="listbox"
          aria-controls={listId}
          aria-activedescendant={items[current] && `${listId}-${current}`}
          autoComplete="off"
          data-autofocus={isFirst || undefined}
          ref={input}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} role="presentation" ref={drop}>
        <div className={classes.list} id={listId} role="listbox" aria-label={label} aria-multiselectable={isMulti || undefined}>
          {items.map((item, at) => (
            <Option
              id={`${listId}-${at}`}
              item={item}
              isActive={at === current}
              isChosen={chosen.has(item.key)}
              onPoint={() => setActive(at)}
              onChoose={() => choose(item, "stay")}
              key={item.key}
            />
          ))}
        </div>
        {(hint ?? note) && (
          <p className={classes.note} role="status">
            {hint ?? note}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * What is highlighted before somebody moves, and so what Enter takes. Before anything is typed that is what is chosen already: opening a
 * field and pressing Enter again changes nothing. Where several are chosen it is none: Enter means "done", and must not take one away.
 */
function startOf(items: PickerItem[], query: string, chosen: ReadonlySet<string>, isMulti: boolean): number {
  if (query.trim() !== "") return 0;
  return isMulti
    ? NONE
    : Math.max(
        items.findIndex((item) => chosen.has(item.key)),
        0,
      );
}

interface OptionProps {
  id: string;
  item: PickerItem;
  isActive: boolean;
  isChosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, item, isActive, isChosen, onPoint, onChoose }: OptionProps) {
  const keepInSight = (node: HTMLDivElement | null) => isActive && node?.scrollIntoView({ block: "nearest" });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys of the whole list
    <div
      className={classes.option}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      tabIndex={-1}
      onMouseMove={onPoint}
      // Keep the focus in the field: losing it would close the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      ref={(node) => void keepInSight(node)}
    >
      <span className={classes.content}>{item.content}</span>
      {item.side && <span className={classes.side}>{item.side}</span>}
      {isChosen && <IconCheck size={14} stroke={1.75} aria-hidden />}
    </div>
  );
}

// The user opened the editor to type, so it takes the focus.
const focused = new WeakSet<HTMLInputElement>();
function focusOnce(node: HTMLInputElement | null): void {
  if (!node || focused.has(node)) return;
  focused.add(node);
  node.focus({ preventScroll: true });
}
