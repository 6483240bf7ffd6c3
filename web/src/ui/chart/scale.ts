/** Round steps that a reader can count in. */
const STEPS = [1, 2, 2.5, 5, 10];
const MAX_TICKS = 4;

/** The values that lines stand at: round, from 0 or below to the largest or just above. */
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

/** From a value to a place, the first of the domain at `from`. */
export function place([low, high]: readonly [number, number], from: number, to: number) {
  const length = high - low || 1;
  return (value: number) => from + ((value - low) / length) * (to - from);
}

/** Every how many of them a label has room. */
export const labelEvery = (count: number, width: number, labelWidth: number) =>
  Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
