import { IconStarFilled } from "@tabler/icons-react";
import { factsOf, type Field } from "../../types/index.ts";
import classes from "../rating.module.css";
import type { ValueProps } from "./value-props.ts";

/** As many stars as there can be, those that were given in colour. Read aloud as "4 of 5". */
export function RatingValue({ field, value }: ValueProps) {
  const given = Number(value);
  const text = ratingText(field, given);
  return (
    <span className={classes.stars} role="img" aria-label={text} title={text}>
      {starsOf(field).map((star) => (
        <IconStarFilled className={classes.star} size={14} data-on={star <= given || undefined} aria-hidden key={star} />
      ))}
    </span>
  );
}

export const ratingText = (field: Field, given: number) => `${given} of ${boundsOf(field).max}`;

/** 1, 2, 3 … up to the most that can be given. */
export function starsOf(field: Field): number[] {
  const { min, max } = boundsOf(field);
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

const FIVE_STARS = { min: 1, max: 5 };
const boundsOf = (field: Field) => factsOf(field).bounds ?? FIVE_STARS;
