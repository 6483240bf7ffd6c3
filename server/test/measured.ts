import { test } from "node:test";

/** The gate decides whether a change lands: its answer must not depend on how busy the machine is. */
const isGate = process.env["TEST_GATE"] !== undefined;

/** What is sure to happen is waited for this long. Only a fault takes longer, on any machine. */
export const PATIENCE_MS = 60_000;

/** A test that measures time or load, or needs the machine for itself: the complete run has it, the gate leaves it out. */
export const measured = isGate ? test.skip : test;

/** A long test of what seldom changes, whose fault another test of the gate finds, too: the complete run has it, the gate leaves it out. */
export const seldom = isGate ? test.skip : test;

/** A time limit that is part of a promise: the gate looks at what happens, the complete run also at when. */
export const within = (ms: number) => (isGate ? Math.max(ms, PATIENCE_MS) : ms);

/** How many milliseconds it has been: `const took = stopwatch(); …; assert.ok(took() < within(3_000))`. */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => performance.now() - started;
}

/** How many of something: the gate has enough of them to find a fault, the complete run as many as were promised. */
export const scaled = <Size>(complete: Size, gate: Size): Size => (isGate ? gate : complete);
