import type { PointerEvent, RefObject } from "react";

/** Dragging the edge of a head cell. While it moves only the grid's own measure changes; the view learns of it at the end. */
export function useColumnResize(cell: RefObject<HTMLDivElement | null>, onWidth: (width: number) => void) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const head = cell.current;
      const table = head?.closest<HTMLElement>("[role=grid]");
      if (!head || !table) return;
      event.preventDefault();
      event.stopPropagation();
      const grip = event.currentTarget;
      const start = { x: event.clientX, width: head.offsetWidth };
      const at = [...(head.parentElement?.children ?? [])].indexOf(head);
      const tracks = getComputedStyle(head.parentElement ?? head).gridTemplateColumns.split(" ");
      const widthAt = (x: number) => Math.max(start.width + x - start.x, 64);
      const move = (moved: globalThis.PointerEvent) => {
        tracks[at] = `${widthAt(moved.clientX)}px`;
        table.style.setProperty("--columns", tracks.join(" "));
      };
      grip.setPointerCapture(event.pointerId);
      grip.addEventListener("pointermove", move);
      grip.addEventListener(
        "pointerup",
        (ended: globalThis.PointerEvent) => {
          grip.removeEventListener("pointermove", move);
          onWidth(widthAt(ended.clientX));
        },
        { once: true },
      );
    },
  };
}
