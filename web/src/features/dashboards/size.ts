import type { CSSProperties } from "react";

export const COLUMNS = 12;

/** A widget's size, for the grid's style sheet: between a desk and a phone there is room for half as many. */
export const sizeOf = ({ width, height }: { width: number; height: number }) =>
  ({ "--width": width, "--height": height, "--width-narrow": Math.min(COLUMNS, width * 2) }) as CSSProperties;
