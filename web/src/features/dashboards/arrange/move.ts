import type { CSSProperties } from "react";
import type { Widget } from "../dashboards.ts";

export const COLUMNS = 12;

/** A widget's size, for the grid's style sheet: between a desk and a phone there is room for two, or for one that is wide. */
export const sizeOf = ({ width, height }: { width: number; height: number }) =>
  ({ "--width": width, "--height": height, "--width-narrow": width > COLUMNS / 2 ? COLUMNS : COLUMNS / 2 }) as CSSProperties;

const NARROWEST = 2;
const LOWEST = 2;
const TALLEST = 12;

/** The widgets with one of them at another place. */
export function moved(widgets: Widget[], id: string, to: number): Widget[] {
  const from = widgets.findIndex((widget) => widget.id === id);
  const widget = widgets[from];
  if (!widget) return widgets;
  return widgets.toSpliced(from, 1).toSpliced(Math.min(Math.max(to, 0), widgets.length - 1), 0, widget);
}

/** The widgets with one of them before or after another. */
export function movedBeside(widgets: Widget[], id: string, other: string, edge: "before" | "after"): Widget[] {
  const from = widgets.findIndex((widget) => widget.id === id);
  const target = widgets.findIndex((widget) => widget.id === other);
  return moved(widgets, id, target + (edge === "after" ? 1 : 0) - (from < target ? 1 : 0));
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(Math.round(value), least), most);

/** The widgets with one of them in another size, as far as sizes go. */
export const resized = (widgets: Widget[], id: string, width: number, height: number): Widget[] =>
  widgets.map((widget) =>
    widget.id === id ? { ...widget, width: within(width, NARROWEST, COLUMNS), height: within(height, LOWEST, TALLEST) } : widget,
  );
