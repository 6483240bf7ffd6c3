import { Dialog, DialogBody } from "./dialog.tsx";
import { Kbd } from "./kbd.tsx";
import classes from "./keyboard-help.module.css";

interface KeyboardHelpProps {
  /** What is done, by its keys. */
  keys: Record<string, string>;
  opened: boolean;
  onClose: () => void;
}

export function KeyboardHelp({ keys, opened, onClose }: KeyboardHelpProps) {
  return (
    <Dialog title="All keys" opened={opened} onClose={onClose}>
      <DialogBody>
        <ul className={classes.list}>
          {Object.entries(keys).map(([combination, what]) => (
            <li className={classes.line} key={combination}>
              {what}
              <Kbd keys={combination} />
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
