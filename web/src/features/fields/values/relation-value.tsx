import type { ValueProps } from "./value-props.ts";
import { RecordLink } from "../record-link.tsx";
import { isRelated, listOf } from "../record.ts";
import classes from "./field-value.module.css";

const MAX_LINE = 2;

/** Related records by name, each a way there. A line has room for two; the rest is a number. */
export function RelationValue({ field, value, look, isInert = false }: ValueProps) {
  const all = listOf(value).filter(isRelated);
  const shown = look === "line" ? all.slice(0, MAX_LINE) : all;
  const type = field.relation?.type ?? "";
  return (
    <span className={look === "page" ? classes.wrap : classes.inline}>
      {isInert && <span className="k-truncate">{shown.map(({ title }) => title).join(", ")}</span>}
      {!isInert &&
        shown.map(({ id, title }, at) => (
          <RecordLink className={`${classes.related} k-truncate`} type={type} id={id} key={id}>
            {title}
            {at < shown.length - 1 && ","}
          </RecordLink>
        ))}
      {all.length > shown.length && <span className={classes.more}>+{all.length - shown.length}</span>}
    </span>
  );
}
