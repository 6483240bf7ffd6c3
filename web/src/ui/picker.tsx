import { Popover } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { inMain } from "./browser.ts";
import classes from "./picker.module.css";

export interface PickerItem {
  key: string;
  /** What typing finds it by, and what readers hear. */
  text: string;
  content: ReactNode;
  /** What tells it apart, at the right. */
  side?: ReactNode;
}

/** How an editor was left: by Enter, by Tab either way, or by going elsewhere. */
export type Then = "enter" | "next" | "previous" | "stay";

interface PickerProps {
  label: string;
  /** Found for what is typed, best first. */
  items: PickerItem[];
  query: string;
  onQuery: (query: string) => void;
  chosen: ReadonlySet<string>;
  /** Several can be chosen: choosing keeps the list open, and leaving saves. */
  isMulti?: boolean;
  onChoose: (item: PickerItem, then: Then) => void;
  /** Left by Tab, or by clicking elsewhere. */
  onLeave: (then: Then) => void;
  onCancel: () => void;
  /** Stands in for the list: "Searching", "Nobody is called …". */
  note?: string | undefined;
  /** What is chosen now, in the field while nothing is typed. */
  placeholder?: string;
  /** The last chosen one goes, by Backspace in an empty field. */
  onBackspace?: () => void;
  className?: string | undefined;
  /** In a dialog: this is where the cursor goes when it opens. */
  isFirst?: boolean;
}

/** A field that finds as you type, with the list of what can be chosen below it. */
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
    note,
    placeholder,
    onBackspace,
    className,
    isFirst = false,
  } = props;
  const [active, setActive] = useState(0);
  const listId = useId();
  const current = Math.min(active, items.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = items[current];
    if (step) setActive((current + step + items.length) % Math.max(items.length, 1));
    else if (event.key === "Enter" && item) onChoose(item, "enter");
    else if (event.key === "Enter") onLeave("enter");
    else if (event.key === "Escape") onCancel();
    else if (event.key === "Tab" && query && item && !isMulti) onChoose(item, event.shiftKey ? "previous" : "next");
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
            setActive(0);
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
          ref={focusOnce}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.drop} role="presentation">
        <div className={classes.list} id={listId} role="listbox" aria-label={label} aria-multiselectable={isMulti || undefined}>
          {items.map((item, at) => (
            <Option
              id={`${listId}-${at}`}
              item={item}
              isActive={at === current}
              isChosen={chosen.has(item.key)}
              onPoint={() => setActive(at)}
              onChoose={() => onChoose(item, "stay")}
              key={item.key}
            />
          ))}
        </div>
        {note && (
          <p className={classes.note} role="status">
            {note}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field answers the keys for the whole list
    <div
      className={classes.option}
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      tabIndex={-1}
      onMouseMove={onPoint}
      // The field keeps the focus: losing it would count as leaving.
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

// An editor opens because somebody asked for it: the first thing they do is type.
const focused = new WeakSet<HTMLInputElement>();
function focusOnce(node: HTMLInputElement | null): void {
  if (!node || focused.has(node)) return;
  focused.add(node);
  node.focus({ preventScroll: true });
}
