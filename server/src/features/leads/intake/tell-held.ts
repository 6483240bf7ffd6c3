import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { showId } from "../../../platform/ids.ts";
import { announceHeld } from "../intake-operations.ts";

const GATHER_MS = 2_000;

/**
 * Announces what was held, some time after the answer and those of one form together: an event in the submission's own transaction would
 * take longer and so tell a sender that it was held, and a flood would fill the log. The list of held ones does not depend on it.
 */
export function createTellHeld(execute: Execute, afterwards: (work: () => Promise<unknown>) => void) {
  const gathered = new Map<string, { companyId: string; submissions: number; timer: NodeJS.Timeout }>();

  function tell(source: string): void {
    const one = gathered.get(source);
    if (!one) return;
    gathered.delete(source);
    clearTimeout(one.timer);
    afterwards(() => asSystem(execute, one.companyId)(announceHeld, { source: showId("src", source), submissions: one.submissions }));
  }

  return {
    add(companyId: string, held: Record<string, number>): void {
      for (const [source, count] of Object.entries(held)) {
        const known = gathered.get(source);
        if (known) known.submissions += count;
        else gathered.set(source, { companyId, submissions: count, timer: setTimeout(() => tell(source), GATHER_MS).unref() });
      }
    },
    /** Tells what is left, before the process ends. */
    flush(): void {
      for (const source of gathered.keys()) tell(source);
    },
  };
}
