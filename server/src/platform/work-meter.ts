/** Over which time it is found out whether a process is busy, and how many calls it answers. */
const BUSY_OVER_MS = 100;
const ANSWERS_OVER_MS = 500;
/** What a call costs is an average, and no less or more than this: with few calls it says little. */
const [MIN_COST_MS, MAX_COST_MS] = [1, 20];
const MIN_ANSWERS_PER_MS = 0.001;

/** How much the event loop of this process has worked lately, and for how many calls. */
export function createWorkMeter() {
  const answers = createAverage(ANSWERS_OVER_MS);
  const costs = createAverage(ANSWERS_OVER_MS);
  const work = createAverage(BUSY_OVER_MS);
  let answered = 0;

  return {
    /** After a time that was not looked at. */
    restart(): void {
      work.reset();
      answered = 0;
    },
    answered: () => void answered++,
    look(workedMs: number, passedMs: number): void {
      answers.add(answered, passedMs);
      costs.add(workedMs, passedMs);
      work.add(workedMs, passedMs);
      answered = 0;
    },
    /** The part of the time in which it worked. */
    busy: work.perMs,
    answersPerMs: answers.perMs,
    costMs: () => Math.min(MAX_COST_MS, Math.max(MIN_COST_MS, costs.perMs() / Math.max(MIN_ANSWERS_PER_MS, answers.perMs()))),
  };
}

/** How much there was of something per millisecond lately. */
function createAverage(overMs: number) {
  let [sum, passed] = [0, overMs];
  return {
    reset: () => void ([sum, passed] = [0, overMs]),
    add(amount: number, passedMs: number): void {
      const kept = Math.exp(-passedMs / overMs);
      sum = sum * kept + amount;
      passed = passed * kept + passedMs;
    },
    perMs: () => sum / passed,
  };
}
