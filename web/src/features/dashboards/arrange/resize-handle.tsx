import { type PointerEvent, useRef } from "react";
import type { Widget } from "../dashboards.ts";
import { COLUMNS } from "./move.ts";
import classes from "./arrange.module.css";

const GAP = 12;
const ROW = 56 + GAP;

interface ResizeHandleProps {
  widget: Widget;
  onResize: (width: number, height: number) => void;
}

/** The corner that a piece is drawn larger or smaller by. The keyboard does the same with Shift and the arrow keys. */
export function ResizeHandle({ widget, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; y: number; column: number; width: number; height: number }>(undefined);

  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const grid = event.currentTarget.parentElement?.parentElement?.clientWidth ?? 0;
    start.current = { x: event.clientX, y: event.clientY, column: (grid + GAP) / COLUMNS, width: widget.width, height: widget.height };
  };
  const draw = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return;
    const { x, y, column, width, height } = start.current;
    const [columns, rows] = [width + (clientX - x) / column, height + (clientY - y) / ROW];
    if (Math.round(columns) !== widget.width || Math.round(rows) !== widget.height) onResize(columns, rows);
  };
  const end = () => (start.current = undefined);

  return (
    <span
      className={`${classes.corner} k-desk`}
      // Or the browser would drag the whole piece.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
      aria-hidden
    />
  );
}
