import { ActionIcon, Modal, VisuallyHidden } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type Command, idOf } from "./command.ts";
import classes from "./command-palette.module.css";
import { Hints } from "./hints.tsx";
import { Kbd } from "./kbd.tsx";
import { Marked } from "./marked.tsx";

export interface Finding {
  query: string;
  onQuery: (query: string) => void;
  /** The text to mark in the results. */
  marked: string;
  /** Results for the query, in order. */
  found: Command[];
  /** More results are coming and may be first: Enter waits for them. */
  isLooking: boolean;
  /** The first result stays first, whatever else comes. */
  isFirstFinal: boolean;
  /** Shown below the results. */
  note?: ReactNode;
}

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  /** The finder. Mounted only while open, so that it starts empty every time. */
  children: ReactNode;
}

/** One field for going anywhere and doing anything. */
export function CommandPalette({ opened, onClose, children }: CommandPaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      centered={false}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or run a command">{children}</Modal.Content>
    </Modal.Root>
  );
}

export function CommandFinder({ onClose, ...finding }: Finding & { onClose: () => void }) {
  const { query, onQuery, marked, found, isLooking, isFirstFinal, note } = finding;
  // By id, not by index: the choice stays on its command when more results come. Without a choice, the first one is active.
  const [chosen, setChosen] = useState<string>();
  const isEnterPending = useRef(false);
  const at = Math.max(
    found.findIndex((command) => idOf(command) === chosen),
    0,
  );
  const isChosen = chosen !== undefined && found[at] !== undefined && idOf(found[at]) === chosen;
  const run = (command: Command, inNewTab = false) => {
    if (inNewTab && command.href) return void window.open(command.href, "_blank", "noopener");
    onClose();
    command.run();
  };
  const enter = (inNewTab: boolean) => {
    const command = found[at];
    // The first result is not known yet. Remember Enter and run the first result once the search is done.
    if (isLooking && !isChosen && !isFirstFinal) isEnterPending.current = true;
    else if (command) run(command, inNewTab);
  };
  useEffect(() => {
    if (!isEnterPending.current || isLooking) return;
    isEnterPending.current = false;
    const [first] = found;
    if (first && !first.isOffer) run(first);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step ? found[(at + step + found.length) % Math.max(found.length, 1)] : undefined;
    if (event.nativeEvent.isComposing) return;
    if (next) setChosen(idOf(next));
    else if (event.key === "Enter") enter(event.metaKey || event.ctrlKey);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.query}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          ref={takeFocus}
          className={classes.input}
          value={query}
          onChange={(event) => {
            onQuery(event.currentTarget.value);
            setChosen(undefined);
            isEnterPending.current = false;
          }}
          onKeyDown={onKeyDown}
          placeholder="Search or run a command"
          role="combobox"
          aria-label="Search or run a command"
          aria-expanded={found.length > 0}
          aria-autocomplete="list"
          aria-controls="palette-list"
          aria-activedescendant={found[at] && optionId(at)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          data-autofocus
        />
        {isLooking && <span className={classes.looking}>Searching</span>}
        <span className="k-desk">
          <Kbd keys="Esc" />
        </span>
        <ActionIcon className={`${classes.close} k-phone`} aria-label="Close" onClick={onClose}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.list} id="palette-list" role="listbox" aria-label="Found">
        {found.map((command, index) => (
          <Fragment key={idOf(command)}>
            {command.group !== found[index - 1]?.group && (
              <div className={classes.group} role="presentation">
                {command.group}
              </div>
            )}
            <Option
              command={command}
              marked={marked}
              at={index}
              isActive={index === at}
              onPoint={() => setChosen(idOf(command))}
              onChoose={(inNewTab) => run(command, inNewTab)}
            />
          </Fragment>
        ))}
      </div>
      {note && <div className={classes.note}>{note}</div>}
      <VisuallyHidden role="status">{query.trim() && !isLooking ? countText(found) : ""}</VisuallyHidden>
      <Hints keys={{ "↑ ↓": "move", "↵": "open", "mod ↵": "open in a new tab" }}>
        <span className={classes.aside}>
          <Kbd keys=">" />
          commands
          <Kbd keys="?" />
          shortcuts
        </span>
      </Hints>
    </>
  );
}

interface OptionProps {
  command: Command;
  marked: string;
  at: number;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (inNewTab: boolean) => void;
}

function Option({ command, marked, at, isActive, onPoint, onChoose }: OptionProps) {
  // Scrolls the list with the keyboard: the callback runs when an option becomes active.
  const keepInSight = (node: HTMLDivElement | null) => isActive && node?.scrollIntoView({ block: "nearest" });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles the keys of the whole list
    <div
      className={classes.option}
      id={optionId(at)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // A press must not move the focus out of the field: on a phone that would close the keyboard.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onMouseMove={() => isActive || onPoint()}
      onClick={(event) => onChoose(event.metaKey || event.ctrlKey)}
      ref={(node) => void keepInSight(node)}
    >
      <command.icon size={16} stroke={1.75} aria-hidden />
      <span className="k-truncate">
        <Marked text={command.label} query={marked} />
        {command.detail && (
          <span className={classes.detail}>
            {" · "}
            <Marked text={command.detail} query={marked} />
          </span>
        )}
      </span>
      {(command.keys ?? command.kind) && <span className={classes.side}>{command.keys ? <Kbd keys={command.keys} /> : command.kind}</span>}
    </div>
  );
}

function countText(found: Command[]): string {
  const count = found.filter((command) => !command.isOffer).length;
  return count === 0 ? "Nothing found" : `${count} found`;
}

// The dialog sets the focus only after its fade-in. Keys typed before that would be lost.
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

const optionId = (at: number) => `palette-option-${at}`;
