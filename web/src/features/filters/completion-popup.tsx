import type { CompletionOption } from "@kith/filter/editor";
import { IconCalendar, IconEqual, IconForms, IconRoute, IconSearch, IconTag, IconUser } from "@tabler/icons-react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { Hints } from "../../ui/hints.tsx";
import classes from "./completion-popup.module.css";
import type { EditorHandle } from "./field-props.ts";
import type { Menu } from "./menu.ts";
import { Coloured, Ticked } from "./coloured.tsx";

const icons = {
  field: IconForms,
  relation: IconRoute,
  operator: IconEqual,
  value: IconTag,
  person: IconUser,
  date: IconCalendar,
  word: IconSearch,
};

interface CompletionPopupProps {
  id: string;
  menu: Menu;
  editor: RefObject<EditorHandle | null>;
}

/** What may stand at the caret: what is expected, then the choices with their meaning. */
export function CompletionPopup({ id, menu, editor }: CompletionPopupProps) {
  const box = useRef<HTMLDivElement>(null);
  // Under the part that is being typed, as far as the bar's width allows.
  useLayoutEffect(() => {
    const node = box.current;
    const room = node?.offsetParent?.getBoundingClientRect();
    if (!node || !room || !editor.current) return;
    const left = editor.current.leftOf(menu.from) - room.left - INSET;
    node.style.marginLeft = `${Math.max(0, Math.min(left, room.width - node.offsetWidth))}px`;
  }, [menu.from, editor]);
  return (
    // The field keeps the focus whatever is clicked here: losing it would count as leaving.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- nothing here is operated but the options
    <div className={classes.popup} ref={box} onMouseDown={(event) => event.preventDefault()}>
      <p className={classes.head}>
        <Ticked text={menu.expected} />
      </p>
      <div className={classes.list} id={id} role="listbox" aria-label="Suggestions">
        {menu.options.map((option, at) => (
          <Option
            id={`${id}-${at}`}
            option={option}
            isActive={at === menu.active}
            onPoint={() => editor.current?.point(at)}
            onChoose={() => editor.current?.choose(option)}
            key={option.text}
          />
        ))}
      </div>
      {menu.options.length > 0 && <Hints keys={{ "↑ ↓": "move", "↵ Tab": "accept", Esc: "close" }} />}
    </div>
  );
}

// The text of an option stands as far inside the box as its icon needs: so it comes to lie under what is typed.
const INSET = 34;

interface OptionProps {
  id: string;
  option: CompletionOption;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, option, isActive, onPoint, onChoose }: OptionProps) {
  const Icon = icons[option.kind];
  const keepInSight = (node: HTMLDivElement | null) => isActive && node?.scrollIntoView({ block: "nearest" });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field answers the keys for the whole list
    <div
      className={classes.option}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onMouseMove={onPoint}
      onClick={onChoose}
      ref={(node) => void keepInSight(node)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
      <span className={classes[option.kind]}>{option.kind === "word" ? <Coloured text={option.text} /> : option.text}</span>
      <span className={classes.meaning}>{option.meaning}</span>
    </div>
  );
}
