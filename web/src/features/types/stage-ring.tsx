import { optionColours } from "./option-colours.ts";
import type { Field, FieldOption } from "./types.ts";
import classes from "./stage-ring.module.css";

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
