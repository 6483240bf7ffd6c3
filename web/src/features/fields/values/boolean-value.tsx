import { IconCheck } from "@tabler/icons-react";
import type { ValueProps } from "./value-props.ts";
import classes from "./field-value.module.css";

export function BooleanValue({ value }: ValueProps) {
  if (value !== true) return <span className="k-faint">No</span>;
  return (
    <span className={classes.inline}>
      <IconCheck size={14} stroke={1.75} aria-hidden />
      Yes
    </span>
  );
}
