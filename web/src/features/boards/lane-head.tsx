import { type Field, isStage, type RecordType, StagePill } from "../types/index.ts";
import { FieldValue, moneyText, numberText } from "../fields/index.ts";
import classes from "./board.module.css";
import { type Lane, weightedSum } from "./lanes.ts";

interface LaneHeadProps {
  type: RecordType;
  field: Field;
  lane: Lane;
}

/** The lane's name, how many are in it, what they are worth, and how likely that is. */
export function LaneHead({ type, field, lane }: LaneHeadProps) {
  const weighted = weightedSum(lane);
  const probability = lane.option?.state === "won" ? 100 : (lane.option?.probability ?? 0);
  const isOpen = lane.option?.probability !== undefined && lane.option.state !== "won" && lane.option.state !== "lost";
  return (
    <header className={classes.laneHead}>
      <div className={classes.laneName}>
        <LaneName field={field} lane={lane} />
        {lane.count !== undefined && <span className={`${classes.count} k-number`}>{numberText(lane.count)}</span>}
        {isOpen && <span className={`${classes.probability} k-number`}>{lane.option?.probability}%</span>}
      </div>
      {type.amount_field && lane.sum !== undefined && (
        <div className={classes.laneSum}>
          <b className="k-number" title={moneyText(lane.sum)}>
            {moneyText(lane.sum, "compact")}
          </b>
          {weighted !== undefined && <span className="k-number">{moneyText(Math.round(weighted), "compact")} weighted</span>}
        </div>
      )}
      {isStage(field) && <span className={classes.meter} style={{ "--part": `${probability}%` } as React.CSSProperties} aria-hidden />}
    </header>
  );
}

export function LaneName({ field, lane }: { field: Field; lane: Lane }) {
  if (lane.option && isStage(field)) return <StagePill field={field} option={lane.option} isBare />;
  if (lane.option) return <FieldValue field={field} value={lane.option.key} />;
  return <span className="k-faint">{lane.label}</span>;
}
