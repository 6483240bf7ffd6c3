import classes from "./chart.module.css";

interface TipProps {
  label: string;
  text: string;
  x: number;
  y: number;
  width: number;
}

/** Half of what a tip is wide, about: it keeps inside the chart, and so inside the box around it. */
const HALF = 110;
const ROOM_ABOVE = 44;

/** The words about what is pointed at. The thing itself has them as its name, so they are hidden from readers. */
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
