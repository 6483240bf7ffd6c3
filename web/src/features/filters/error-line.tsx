import type { FilterError } from "@kith/filter";
import type { SuggestedFix } from "@kith/filter/editor";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Kbd } from "../../ui/kbd.tsx";
import classes from "./error-line.module.css";
import { Ticked } from "./coloured.tsx";

interface ErrorLineProps {
  id: string;
  error: FilterError;
  fix: SuggestedFix | undefined;
  /** Tab would fix it: no menu takes the key. */
  hasTab: boolean;
  /** The list already asked for this filter, and was refused. */
  isApplied: boolean;
  onFix: () => void;
}

/** What is wrong with a filter, and the way out of it. */
export function ErrorLine({ id, error, fix, hasTab, isApplied, onFix }: ErrorLineProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field keeps the focus whatever is clicked here
    <div className={classes.box} onMouseDown={(event) => event.preventDefault()}>
      <p className={classes.message} id={id} role="status">
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
        <span>
          <Ticked text={error.message} />
          {error.hint && !fix && (
            <span className={classes.hint}>
              {" "}
              <Ticked text={error.hint} />
            </span>
          )}
        </span>
      </p>
      {(fix || !isApplied) && (
        <p className={classes.ways}>
          {fix && (
            <button className={classes.fix} type="button" onClick={onFix}>
              {hasTab && <Kbd keys="Tab" />}
              use <code>{fix.insert}</code>
            </button>
          )}
          {!isApplied && <span>The list still shows the last valid filter</span>}
        </p>
      )}
    </div>
  );
}
