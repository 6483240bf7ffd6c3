import classes from "./tick.module.css";

interface TickProps {
  label: string;
  isTicked: boolean;
  onTick: (withShift: boolean) => void;
}

/** A checkbox for rows of a long list: a native one, because a list renders many at once. The list handles the keys. */
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
