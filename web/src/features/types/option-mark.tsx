import classes from "./option-mark.module.css";
import type { Field, FieldOption } from "./types.ts";

/** The colours an option can have, by the names kept with it. The label beside it stays in text colour. */
export const optionColours: Record<string, { label: string; colour: string }> = {
  grey: { label: "Grey", colour: "var(--k-text-3)" },
  blue: { label: "Blue", colour: "var(--k-stage-2)" },
  violet: { label: "Violet", colour: "var(--k-stage-3)" },
  orange: { label: "Orange", colour: "var(--k-c2)" },
  pink: { label: "Pink", colour: "var(--k-c4)" },
  green: { label: "Green", colour: "var(--k-c1)" },
};

/** The colour of an option; its name stands beside it. Hollow when it has none of its own. */
export function OptionDot({ colour }: { colour: string | undefined }) {
  const known = optionColours[colour ?? ""];
  return <span className={classes.dot} style={known && { borderColor: known.colour, background: known.colour }} aria-hidden />;
}

/** A stage as a ring that its probability fills: it reads without colour. The stage's name stands beside it. */
export function StageRing({ field, option }: { field: Field; option: FieldOption }) {
  if (option.state === "won" || option.state === "lost")
    return <span className={`${classes.ring} ${classes[option.state] ?? ""}`} aria-hidden />;
  const style = { "--ring-part": option.probability ?? 0, "--ring-colour": colourOf(field, option) };
  return <span className={classes.ring} style={style as React.CSSProperties} aria-hidden />;
}

/** The ring with its name on a pill. */
export function StagePill({ field, option, isBare = false }: { field: Field; option: FieldOption; isBare?: boolean }) {
  return (
    <span className={isBare ? classes.bare : classes.pill}>
      <StageRing field={field} option={option} />
      <span className="k-truncate">{option.label}</span>
    </span>
  );
}

const ORDER = Object.values(optionColours).map(({ colour }) => colour);

/** A stage has the colour it was given; without one it takes the next by order among the open ones, round and round. */
function colourOf(field: Field, option: FieldOption): string {
  const given = optionColours[option.color ?? ""];
  if (given) return given.colour;
  const open = (field.options ?? []).filter((one) => one.state !== "won" && one.state !== "lost");
  const at = open.findIndex((one) => one.key === option.key);
  return ORDER[at % ORDER.length] ?? "var(--k-text-3)";
}
