import classes from "./option-dot.module.css";
import { optionColours } from "./option-colours.ts";

/** The colour of an option; its name stands beside it. Hollow when it has none of its own. */
export function OptionDot({ colour }: { colour: string | undefined }) {
  const known = optionColours[colour ?? ""];
  return <span className={classes.dot} style={known && { borderColor: known.colour, background: known.colour }} aria-hidden />;
}
