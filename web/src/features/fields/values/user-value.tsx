import { Avatar } from "../../../ui/avatar.tsx";
import type { ValueProps } from "./value-props.ts";
import { isPerson } from "../record.ts";
import classes from "./field-value.module.css";

/** A person; in a list by their first name, in full on hover. */
export function UserValue({ value, look }: ValueProps) {
  if (!isPerson(value)) return null;
  return (
    <span className={classes.inline} title={value.name}>
      <Avatar id={value.id} name={value.name} />
      <span className="k-truncate">{look === "page" ? value.name : value.name.split(" ", 1)[0]}</span>
    </span>
  );
}
