/**
 * How many jobs one company may run on a worker: a quarter of its slots, and at most half of the free ones. So it takes many busy
 * companies to fill a worker, and there is a slot for the next company.
 */
function shareOf(slots: number, free: number): number {
  return Math.max(1, Math.min(Math.floor(slots / 4), Math.floor(free / 2)));
}

/** The companies that may not start another job now. */
export function companiesAtTheirShare(slots: number, running: Iterable<{ companyId: string }>): string[] {
  const counts = new Map<string, number>();
  let busy = 0;
  for (const { companyId } of running) {
    counts.set(companyId, (counts.get(companyId) ?? 0) + 1);
    busy++;
  }
  const share = shareOf(slots, slots - busy);
  return [...counts].filter(([, count]) => count >= share).map(([companyId]) => companyId);
}
