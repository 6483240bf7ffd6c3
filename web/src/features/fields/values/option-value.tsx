import { OptionDot, optionOf, StagePill } from "../../types/index.ts";
import type { ValueProps } from "./value-props.ts";
import { listOf } from "../record.ts";
import classes from "./field-value.module.css";

export function StageValue({ field, value }: ValueProps) {
  const option = optionOf(field, value);
  return option ? <StagePill field={field} option={option} /> : <span className={classes.pill}>{String(value)}</span>;
}

/** One pill for each chosen option. */
export function OptionsValue({ field, value, look }: ValueProps) {
  return (
    <span className={look === "page" ? classes.wrap : classes.inline}>
      {listOf(value).map((key) => {
        const option = optionOf(field, key);
        return (
          <span className={classes.pill} key={String(key)}>
            {option?.color && <OptionDot colour={option.color} />}
            {option?.label ?? String(key)}
          </span>
        );
      })}
    </span>
  );
}
