import type { ValueProps } from "./value-props.ts";
import classes from "./field-value.module.css";

export function TextValue({ value, look }: ValueProps) {
  const text = String(value);
  return look === "page" ? <span className={classes.lines}>{text}</span> : <span className="k-truncate">{text}</span>;
}
