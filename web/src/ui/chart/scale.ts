/** Round steps. */
const STEPS = [1, 2, 2.5, 5, 10];
const MAX_TICKS = 4;

/** Values of the grid lines: round, from 0 or below to at least the largest value. */
export function ticksFor(values: number[], isWhole = false): number[] {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const rough = (top - bottom || 1) / MAX_TICKS;
  const size = 10 ** Math.floor(Math.log10(rough));
  const exact = (STEPS.find((step) => step * size >= rough * 0.999) ?? 10) * size;
  const step = isWhole ? Math.max(1, Math.ceil(exact)) : exact;
  const first = Math.floor(bottom / step);
  const last = Math.max(Math.ceil(top / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/** A linear scale: maps `low` to `from` and `high` to `to`. */
export function place([low, high]: readonly [number, number], from: number, to: number) {
  const length = high - low || 1;
  return (value: number) => from + ((value - low) / length) * (to - from);
}

/** Label every n-th item, so that labels do not overlap. */
export const labelEvery = (count: number, width: number, labelWidth: number) =>
  Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
