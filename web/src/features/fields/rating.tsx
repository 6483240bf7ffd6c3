import { IconStarFilled } from "@tabler/icons-react";
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { Then } from "../../ui/picker.tsx";
import { factsOf, type Field } from "../types/index.ts";
import type { EditorProps } from "./editors/editor.ts";
import classes from "./rating.module.css";
import type { ValueProps } from "./values/value-props.ts";

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

const ratingText = (field: Field, given: number) => `${given} of ${boundsOf(field).max}`;

/** 1, 2, 3 … up to the most that can be given. */
function starsOf(field: Field): number[] {
  const { min, max } = boundsOf(field);
  return Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

const FIVE_STARS = { min: 1, max: 5 };
const boundsOf = (field: Field) => factsOf(field).bounds ?? FIVE_STARS;

type Rating = number | null;

/** Stars to choose from: a click or a digit sets it, arrow keys change it, Backspace or a click on the last star clears it. */
export function RatingEditor({ field, value, onSave, onCancel, typed, look, isFirst = false }: EditorProps) {
  const [stars, setStars] = useState<Rating>(() => ratingAfter(typed ?? "", field, toRating(value)) ?? toRating(value));
  const isDone = useRef(false);
  const isCell = look === "cell";

  const save = (next: Rating, then: Then) => {
    if (isDone.current) return;
    // A field of a form stays open after it was saved; a cell is gone by then, and its last blur must not save again.
    isDone.current = isCell;
    onSave(next, then);
  };
  const choose = (next: Rating) => {
    setStars(next);
    if (!isCell) save(next, "stay");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = ratingAfter(event.key, field, stars);
    if (next !== undefined) {
      choose(next);
      focusStar(event.currentTarget, field, next);
    } else if (event.key === "Enter") save(stars, "enter");
    else if (event.key === "Tab" && isCell) save(stars, event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape" && isCell) {
      isDone.current = true;
      onCancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent, star: number) => {
    // Only a pointer clears with a second click: a screen reader that chooses the same star again means the star.
    const next = star === stars && event.detail > 0 && !field.is_required ? null : star;
    if (isCell && event.detail > 0) save(next, "stay");
    else choose(next);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (isCell && !event.currentTarget.contains(event.relatedTarget)) save(stars, "stay");
  };
  // The chosen star is the one stop of the Tab key; without one it is the first.
  const stop = stars ?? starsOf(field)[0];
  return (
    <div
      className={isCell ? classes.cell : classes.form}
      role="radiogroup"
      aria-label={field.label}
      aria-required={field.is_required}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {starsOf(field).map((star) => (
        <button
          className={classes.choice}
          type="button"
          role="radio"
          aria-checked={star === stars}
          aria-label={ratingText(field, star)}
          tabIndex={star === stop ? 0 : -1}
          data-autofocus={(isFirst && star === stop) || undefined}
          ref={isCell && star === stop ? focusOnce : undefined}
          onClick={(event) => onClick(event, star)}
          key={star}
        >
          <IconStarFilled className={classes.star} size={18} data-on={(stars !== null && star <= stars) || undefined} aria-hidden />
        </button>
      ))}
    </div>
  );
}

const toRating = (value: unknown): Rating => (value === null || value === undefined || value === "" ? null : Number(value));

/** The stars after a key was pressed; undefined when the key is not for it. */
export function ratingAfter(key: string, field: Field, stars: Rating): Rating | undefined {
  const all = starsOf(field);
  const [least = 1] = all;
  const most = all.at(-1) ?? least;
  if (all.map(String).includes(key)) return Number(key);
  if (key === "Home") return least;
  if (key === "End") return most;
  if (key === "Backspace" || key === "Delete") return field.is_required ? stars : null;
  const step = STEPS[key];
  if (step === undefined) return undefined;
  return stars === null ? least : Math.min(Math.max(stars + step, least), most);
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

function focusStar(group: HTMLElement, field: Field, stars: Rating): void {
  const at = stars === null ? 0 : starsOf(field).indexOf(stars);
  group.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus({ preventScroll: true });
}

const focused = new WeakSet<Element>();

/** Puts the cursor into the editor when it opens, and not again when another star becomes the stop of the Tab key. */
function focusOnce(star: HTMLElement | null): void {
  const group = star?.parentElement;
  if (!group || focused.has(group)) return;
  focused.add(group);
  star.focus({ preventScroll: true });
}
