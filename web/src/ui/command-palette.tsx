import { Modal } from "@mantine/core";
import { type Icon, IconSearch } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, useState } from "react";
import classes from "./command-palette.module.css";
import { Kbd } from "./kbd.tsx";

export interface Command {
  group: string;
  label: string;
  icon: Icon;
  /** Other words it is found by. */
  also?: string;
  keys?: string;
  run: () => void;
}

interface CommandPaletteProps {
  commands: Command[];
  opened: boolean;
  onClose: () => void;
}

/** One field for going anywhere and doing anything. */
export function CommandPalette({ commands, opened, onClose }: CommandPaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      centered={false}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or do">
        <Finder commands={commands} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Finder({ commands, onClose }: Omit<CommandPaletteProps, "opened">) {
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const found = commands.filter((command) => matches(command, query));
  const choose = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter") choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.query}>
        <IconSearch size={16} stroke={1.75} aria-hidden />
        <input
          className={classes.input}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          placeholder="Search or do"
          role="combobox"
          aria-label="Search or do"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={found[active] && optionId(active)}
          data-autofocus
        />
        <Kbd keys="Esc" />
      </div>
      <div className={classes.list} id="palette-list" role="listbox" aria-label="Commands">
        {found.map((command, at) => (
          <Fragment key={command.label}>
            {command.group !== found[at - 1]?.group && (
              <div className={classes.group} role="presentation">
                {command.group}
              </div>
            )}
            <Option
              command={command}
              query={query}
              at={at}
              isActive={at === active}
              onPoint={() => setActive(at)}
              onChoose={() => choose(command)}
            />
          </Fragment>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          Nothing here is called “{query}”. Try the name of a page, such as Members.
        </p>
      )}
      <Hints />
    </>
  );
}

interface OptionProps {
  command: Command;
  query: string;
  at: number;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ command, query, at, isActive, onPoint, onChoose }: OptionProps) {
  // The list moves with the keyboard: the callback runs when an option becomes the active one.
  const keepInSight = (node: HTMLDivElement | null) => isActive && node?.scrollIntoView({ block: "nearest" });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above answers the keys for the whole list
    <div
      className={classes.option}
      id={optionId(at)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseMove={onPoint}
      onClick={onChoose}
      ref={(node) => void keepInSight(node)}
    >
      <command.icon size={16} stroke={1.75} aria-hidden />
      <span className="k-truncate">
        <Marked text={command.label} query={query} />
      </span>
      {command.keys && (
        <span className={classes.side}>
          <Kbd keys={command.keys} />
        </span>
      )}
    </div>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  const at = query.trim() ? text.toLowerCase().indexOf(query.trim().toLowerCase()) : -1;
  if (at < 0) return text;
  const end = at + query.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function Hints() {
  return (
    <div className={classes.hints} aria-hidden>
      <span>
        <Kbd keys="↑ ↓" />
        move
      </span>
      <span>
        <Kbd keys="↵" />
        open
      </span>
      <span style={{ marginLeft: "auto" }}>
        <Kbd keys="?" />
        all keys
      </span>
    </div>
  );
}

const optionId = (at: number) => `palette-option-${at}`;

function matches(command: Command, query: string): boolean {
  const text = `${command.label} ${command.also ?? ""}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
