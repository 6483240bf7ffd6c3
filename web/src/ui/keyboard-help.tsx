import { VisuallyHidden } from "@mantine/core";
import { Dialog, DialogBody } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";
import classes from "./keyboard-help.module.css";

/** Keys that work in one place. */
export interface KeyGroup {
  title: string;
  /** What is done, by its keys. */
  keys: Record<string, string>;
}

interface KeyboardHelpProps {
  groups: KeyGroup[];
  opened: boolean;
  onClose: () => void;
}

export function KeyboardHelp({ groups, opened, onClose }: KeyboardHelpProps) {
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose}>
      <DialogBody>
        <div className={classes.groups}>
          {groups.map(({ title, keys }) => (
            <section className={classes.group} key={title}>
              <h3 className={classes.title}>{title}</h3>
              <ul>
                {Object.entries(keys).map(([combination, what]) => (
                  <li className={classes.line} data-keys={combination} key={combination}>
                    {what}
                    <VisuallyHidden>, {spoken(combination)}</VisuallyHidden>
                    <Kbd keys={combination} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}

const WORDS: Record<string, string> = { mod: "Control", "↵": "Enter", "↑": "up", "↓": "down", "←": "left", "→": "right", "/": "slash" };

// Kbd is hidden from screen readers. Here the keys are the content, so they are read out as words.
const spoken = (combination: string) =>
  combination
    .split(" ")
    .map((key) => WORDS[key] ?? key)
    .join(" ");
