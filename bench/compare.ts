/** One thing to measure: returns requests (or anything else) per second over a short run. */
export interface Subject {
  name: string;
  /** What it is compared with, if not with the base. */
  against?: string;
  measure(): Promise<number>;
}

interface Comparison {
  bench: string;
  base: string;
  subjects: Subject[];
  goals: Record<string, number>;
  rounds: number;
  /** Lines that are printed before the last one. */
  notes?(): string[];
}

/**
 * Measures every subject in turn, round after round, so that a slow minute of the machine affects all of them alike, and
 * gives each as a ratio to its base of the same round: median and range. The last line is JSON.
 */
export async function compare({ bench, base, subjects, goals, rounds, notes }: Comparison): Promise<void> {
  const measured = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (const subject of subjects) await subject.measure(); // warm up: compile, fill caches, open connections
  for (let round = 0; round < rounds; round++) {
    for (const { name, measure } of subjects) measured.get(name)?.push(await measure());
  }

  const ratios: Record<string, number> = {};
  for (const { name, against = base } of subjects) {
    const rates = measured.get(name) ?? [];
    const perRound = rates.map((rate, round) => rate / (measured.get(against)?.[round] ?? Number.NaN));
    const ratio = median(perRound);
    if (name !== against) ratios[`${name}/${against}`] = Number(ratio.toFixed(2));
    const range = `${Math.min(...perRound).toFixed(2)}–${Math.max(...perRound).toFixed(2)}`;
    process.stdout.write(
      `${name.padEnd(22)} ${Math.round(median(rates)).toLocaleString("en").padStart(8)}/s   ratio ${ratio.toFixed(2)} (${range})\n`,
    );
  }
  for (const note of notes?.() ?? []) process.stdout.write(`${note}\n`);
  process.stdout.write(`${JSON.stringify({ bench, ratios, goals })}\n`);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
