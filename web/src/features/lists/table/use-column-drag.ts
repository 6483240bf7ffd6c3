import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useRef, useState } from "react";

type Edge = "before" | "after";

/** Lets a head cell be dragged to another place, and be such a place. The answer is the edge a dragged column would go to. */
export function useColumnDrag(
  cell: RefObject<HTMLElement | null>,
  key: string,
  isMovable: boolean,
  onDrop: (key: string, after: boolean) => void,
): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = cell.current;
    if (!element || !isMovable) return undefined;
    return combine(
      draggable({ element, getInitialData: () => ({ column: key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data["column"] === "string" && source.data["column"] !== key,
        onDrag: ({ location }) => setEdge(edgeAt(element, location.current.input.clientX)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, location }) => {
          setEdge(undefined);
          latest.current(String(source.data["column"]), edgeAt(element, location.current.input.clientX) === "after");
        },
      }),
    );
  }, [cell, key, isMovable]);
  return edge;
}

function edgeAt(element: Element, x: number): Edge {
  const { left, width } = element.getBoundingClientRect();
  return x < left + width / 2 ? "before" : "after";
}
