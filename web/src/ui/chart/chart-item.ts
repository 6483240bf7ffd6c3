/** One thing on a chart that can be pointed at, and opened. */
export interface ChartItem {
  key: string;
  /** What it is: "9 Nov", "Website". */
  label: string;
  /** What it amounts to, in words: "38 contacts". */
  text: string;
  /** Where it leads. */
  href?: string | undefined;
  onOpen?: ((event: { preventDefault: () => void }) => void) | undefined;
}

/** Where something lies in the chart, in its pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}
