import { Avatar } from "../../ui/avatar.tsx";
import classes from "./parts.module.css";
import { firstName } from "./rules/rule-text.ts";

interface PersonProps {
  id: string;
  name: string;
  /** Where there is room, and two may have the same first name. */
  hasWholeName?: boolean;
}

/** A person in a line: the circle and the first name. The whole name on hover. */
export function Person({ id, name, hasWholeName = false }: PersonProps) {
  return (
    <span className={classes.person} title={name}>
      <Avatar id={id} name={name} />
      {hasWholeName ? name : firstName(name)}
    </span>
  );
}
