import { ActionIcon } from "@mantine/core";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import page from "../dashboard-page.module.css";
import type { Widget } from "../dashboards.ts";
import { sizeOf } from "./move.ts";
import classes from "./arrange.module.css";
import { ResizeHandle } from "./resize-handle.tsx";

type Edge = "before" | "after";

interface PieceProps {
  widget: Widget;
  /** What the keys do, in words. */
  describedBy: string;
  onKeyDown: (event: KeyboardEvent) => void;
  onStep: (by: number) => void;
  onDrop: (id: string, edge: Edge) => void;
  onResize: (width: number, height: number) => void;
  children: ReactNode;
}

/** A widget that can be taken hold of. What is inside it rests meanwhile. */
export function Piece({ widget, describedBy, onKeyDown, onStep, onDrop, onResize, children }: PieceProps) {
  const { ref, edge, isDragged } = useDragging(widget.id, onDrop);
  return (
    <div className={`${page.cell} ${classes.cell}`} style={sizeOf(widget)} data-edge={edge} data-dragged={isDragged || undefined} ref={ref}>
      <div className={classes.inside} inert>
        {children}
      </div>
      <button
        className={classes.hold}
        id={widget.id}
        type="button"
        aria-label={`Move ${widget.title}`}
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
      />
      <span className={`${classes.steps} k-phone`}>
        <ActionIcon size="md" aria-label={`Move ${widget.title} up`} onClick={() => onStep(-1)}>
          <IconArrowUp size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon size="md" aria-label={`Move ${widget.title} down`} onClick={() => onStep(1)}>
          <IconArrowDown size={16} stroke={1.75} />
        </ActionIcon>
      </span>
      <ResizeHandle widget={widget} onResize={onResize} />
    </div>
  );
}

function useDragging(id: string, onDrop: PieceProps["onDrop"]) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onDrop);
  const [edge, setEdge] = useState<Edge>();
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return combine(
      draggable({
        element,
        getInitialData: () => ({ widget: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data["widget"] !== undefined && source.data["widget"] !== id,
        onDrag: ({ location }) => setEdge(edgeAt(element, location.current.input)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          setEdge(undefined);
          latest.current(String(source.data["widget"]), edgeAt(element, location.current.input));
        },
      }),
    );
  }, [id]);
  return { ref, edge, isDragged };
}

/** Before or after: by the left and right half, and where a piece fills the line by the upper and lower one. */
function edgeAt(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Edge {
  const { left, top, width, height } = element.getBoundingClientRect();
  const line = element.parentElement?.clientWidth ?? 0;
  const isBefore = width > line * 0.8 ? clientY < top + height / 2 : clientX < left + width / 2;
  return isBefore ? "before" : "after";
}
