import { VisuallyHidden } from "@mantine/core";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useRef, useState } from "react";
import { type Field, isStage, StageRing } from "../types/index.ts";
import { type CrmRecord, numberText } from "../fields/index.ts";
import classes from "./board.module.css";
import type { Lane } from "./lanes.ts";

interface FoldedLaneProps {
  field: Field;
  lane: Lane;
  onDrop: (record: CrmRecord, lane: Lane) => void;
  onUnfold: () => void;
}

/** A lane nobody works in, as a narrow strip: it still counts, and still takes cards. */
export function FoldedLane({ field, lane, onDrop, onUnfold }: FoldedLaneProps) {
  const strip = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const latest = useRef({ lane, onDrop });
  useEffect(() => {
    latest.current = { lane, onDrop };
  });
  useEffect(() => {
    if (!strip.current) return undefined;
    return dropTargetForElements({
      element: strip.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false);
        latest.current.onDrop(source.data["record"] as CrmRecord, latest.current.lane);
      },
    });
  }, []);
  return (
    <button className={classes.folded} type="button" ref={strip} onClick={onUnfold} data-over={isOver || undefined}>
      {lane.option && isStage(field) && <StageRing field={field} option={lane.option} />}
      <span className={classes.foldedName}>
        <VisuallyHidden>Show </VisuallyHidden>
        {lane.label} <span className="k-faint k-number">{lane.count === undefined ? "" : numberText(lane.count)}</span>
      </span>
    </button>
  );
}
