import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import type { Logger } from "../../../platform/log.ts";
import { closeReturn, readReturns, takeReturn } from "../sending-operations.ts";

/**
 * Hands the leads that a company returns to the companies they came from: in transactions of their own, never in one. A worker that dies
 * between the two does it once more, and is told that it was returned already.
 */
export async function passReturns({ execute, log }: { execute: Execute; log: Logger }, companyId: string): Promise<void> {
  const here = asSystem(execute, companyId);
  try {
    for (const { hop_id, from_company, reason } of (await here(readReturns, {})).items) {
      const { refused } = await asSystem(execute, from_company)(takeReturn, { hop_id, reason });
      await here(closeReturn, { hop_id, refused });
    }
  } catch (error) {
    log.warn({ err: error, company: companyId }, "a returned lead could not be handed over; it is tried again");
  }
}
