import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import type { Field, RecordType } from "../types/index.ts";
import type { CrmRecord } from "../fields/index.ts";
import classes from "./board.module.css";
import { Card } from "./card.tsx";
import type { CardFields } from "./card-fields.ts";
import { isOver, LaneHead } from "./lane-head.tsx";
import type { NextTask } from "./next-tasks.ts";
import type { Lane } from "./lanes.ts";
import type { PlacedRows } from "./placed.ts";

const CARD_PX = 86;
const LINE_PX = 18;
const GAP_PX = 6;
const OVERSCAN = 4;

interface LaneColumnProps {
  type: RecordType;
  field: Field;
  lane: Lane;
  rows: PlacedRows;
  shows: CardFields;
  next: NextTask;
  current: string | undefined;
  onShow: (from: number, to: number) => void;
  onDrop: (record: CrmRecord, lane: Lane) => void;
  onOpen: (record: CrmRecord) => void;
  onFocus: (record: CrmRecord) => void;
  onMove: (record: CrmRecord, anchor: HTMLElement) => void;
  onPeriod: () => void;
  onAdd: (lane: Lane) => void;
}

/** A lane: what is in it and what that is worth, and its cards, drawn where they are seen. */
export function LaneColumn(props: LaneColumnProps) {
  const { type, field, lane, rows, shows, next, current, onShow, onDrop, onOpen, onFocus, onMove, onPeriod, onAdd } = props;
  const height = CARD_PX + shows.others.length * LINE_PX;
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isHeldOver = useDropTarget(column, field, lane, onDrop);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer({
    count: rows.total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows.at(index) === "left" ? 0 : height),
    getItemKey: (index) => keyAt(rows, index),
    overscan: OVERSCAN,
  });
  // A card that has come or gone moves those below it.
  const shape = Array.from({ length: Math.min(rows.total, 200) }, (_, index) => (rows.at(index) === "left" ? "-" : "|")).join("");
  useEffect(() => virtual.measure(), [virtual, shape, height]);
  const [from, to] = [virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0];
  useEffect(() => onShow(Math.max(0, from - rows.arrived), Math.max(0, to - rows.arrived)), [onShow, from, to, rows.arrived]);

  return (
    <section className={classes.lane} ref={column} aria-label={lane.label} data-over={isHeldOver || undefined}>
      <LaneHead type={type} field={field} lane={lane} onPeriod={onPeriod} onAdd={() => onAdd(lane)} />
      <div className={classes.cards} ref={scroller}>
        <div className={classes.stack} style={{ height: virtual.getTotalSize(), "--card": `${height - GAP_PX}px` } as React.CSSProperties}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const record = rows.at(index);
            if (record === "left") return null;
            return (
              <div className={classes.place} style={{ transform: `translateY(${start}px)` }} key={key}>
                {record ? (
                  <Card
                    type={type}
                    field={field}
                    record={record}
                    shows={shows}
                    next={isOver(lane) ? undefined : next(record)}
                    isCurrent={record.id === current}
                    onOpen={onOpen}
                    onFocus={onFocus}
                    onMove={onMove}
                  />
                ) : (
                  <span className={classes.ghost} />
                )}
              </div>
            );
          })}
        </div>
        {rows.total === 0 && lane.count === 0 && <p className={classes.none}>Empty. Drag a card here to move it.</p>}
      </div>
    </section>
  );
}

function keyAt(rows: PlacedRows, index: number): string | number {
  const record = rows.at(index);
  return typeof record === "object" ? record.id : index;
}

/** Takes cards of other lanes; answers whether one is held over it. */
function useDropTarget(column: React.RefObject<HTMLElement | null>, field: Field, lane: Lane, onDrop: LaneColumnProps["onDrop"]): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef({ lane, onDrop });
  useEffect(() => {
    latest.current = { lane, onDrop };
  });
  useEffect(() => {
    if (!column.current) return undefined;
    return dropTargetForElements({
      element: column.current,
      canDrop: ({ source }) => isFromElsewhere(source.data["record"], field, latest.current.lane),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false);
        latest.current.onDrop(source.data["record"] as CrmRecord, latest.current.lane);
      },
    });
  }, [column, field]);
  return isOver;
}

const isFromElsewhere = (record: unknown, field: Field, lane: Lane) =>
  typeof record === "object" && record !== null && ((record as CrmRecord).values[field.key] ?? null) !== lane.key;
