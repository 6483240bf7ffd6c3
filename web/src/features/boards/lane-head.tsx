import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type Field, isStage, oneOf, type RecordType, StagePill } from "../types/index.ts";
import { FieldValue, moneyText, numberText } from "../fields/index.ts";
import classes from "./board.module.css";
import { type Lane, weightedSum } from "./lanes.ts";
import { WON_PERIOD } from "./won-period.ts";

interface LaneHeadProps {
  type: RecordType;
  field: Field;
  lane: Lane;
  /** Shows its period only, or all. */
  onPeriod?: () => void;
  /** Makes a record in this lane. */
  onAdd?: () => void;
}

/** The lane's name, how many are in it, what they are worth, and how likely that is. */
export function LaneHead({ type, field, lane, onPeriod, onAdd }: LaneHeadProps) {
  const weighted = weightedSum(lane);
  const probability = lane.option?.state === "won" ? 100 : (lane.option?.probability ?? 0);
  const isOpen = lane.option?.probability !== undefined && lane.option.state !== "won" && lane.option.state !== "lost";
  const hasSum = type.amount_field !== null && lane.sum !== undefined;
  const period = lane.period && <Period isOn={lane.period.isOn} onClick={onPeriod} />;
  return (
    <header className={classes.laneHead}>
      <div className={classes.laneName}>
        <LaneName field={field} lane={lane} />
        {lane.count !== undefined && <span className={`${classes.count} k-number`}>{numberText(lane.count)}</span>}
        {isOpen && <span className={`${classes.probability} k-number`}>{lane.option?.probability}%</span>}
        {!hasSum && period}
        {onAdd && !isOver(lane) && (
          <ActionIcon
            className={classes.add ?? ""}
            aria-label={`New ${oneOf(type)} in ${lane.label}`}
            title={`New ${oneOf(type)} in ${lane.label}`}
            onClick={onAdd}
          >
            <IconPlus size={14} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {hasSum && (
        <div className={classes.laneSum}>
          <b className="k-number" title={moneyText(lane.sum ?? 0)}>
            {moneyText(lane.sum ?? 0, "compact")}
          </b>
          {weighted !== undefined && <span className="k-number">{moneyText(Math.round(weighted), "compact")} weighted</span>}
          {period}
        </div>
      )}
      {isStage(field) && <span className={classes.meter} style={{ "--part": `${probability}%` } as React.CSSProperties} aria-hidden />}
    </header>
  );
}

/** What is won or lost comes from a lane before it. */
export const isOver = ({ option }: Lane) => option?.state === "won" || option?.state === "lost";

function Period({ isOn, onClick }: { isOn: boolean; onClick: (() => void) | undefined }) {
  const [shown, other] = isOn ? [WON_PERIOD.text, "all time"] : ["all time", WON_PERIOD.text];
  return (
    <button className={classes.period} type="button" aria-label={`${shown}, show ${other}`} title={`Show ${other}`} onClick={onClick}>
      {shown}
    </button>
  );
}

export function LaneName({ field, lane }: { field: Field; lane: Lane }) {
  if (lane.option && isStage(field)) return <StagePill field={field} option={lane.option} isBare />;
  if (lane.option) return <FieldValue field={field} value={lane.option.key} />;
  return <span className="k-faint">{lane.label}</span>;
}
