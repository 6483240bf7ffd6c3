import classes from "./tick.module.css";

interface TickProps {
  label: string;
  isTicked: boolean;
  onTick: (withShift: boolean) => void;
}

/** A checkbox for rows of a long list: the browser's own, because a list draws many of them at once. The list answers the keys. */
export function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <input
      className={classes.tick}
      type="checkbox"
      checked={isTicked}
      onChange={() => {}}
      onClick={(event) => onTick(event.shiftKey)}
      aria-label={label}
      tabIndex={-1}
    />
  );
}
