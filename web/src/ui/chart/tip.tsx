import classes from "./chart.module.css";

interface TipProps {
  label: string;
  text: string;
  x: number;
  y: number;
  width: number;
}

/** About half the width of a tooltip, to keep it inside the chart. */
const HALF = 110;
const ROOM_ABOVE = 44;

/** The tooltip of an item. Hidden from screen readers: the link has the same text as its name. */
export function Tip({ label, text, x, y, width }: TipProps) {
  const left = Math.min(Math.max(x, HALF), Math.max(width - HALF, HALF));
  return (
    <div className={classes.tip} style={{ left, top: y }} data-below={y < ROOM_ABOVE || undefined} aria-hidden>
      <span className={classes.tipLabel}>{label}</span>
      <br />
      {text}
    </div>
  );
}
