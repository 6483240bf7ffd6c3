import { unavailable } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { writeDown } from "../intake-operations.ts";
import type { NewSubmission, Written } from "./submission.ts";

const MAX_BATCH = 200;
const MAX_WAITING = 2_000;

interface Waiting {
  submission: NewSubmission;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Writes submissions down. Those of one company that arrive while another batch is being written travel together in the next one: one
 * transaction, one commit, and each is answered after that commit (bench:intake, acks). A form that gets a hundred in a second takes a
 * single connection.
 */
export function createWriteDown(execute: Execute, onWritten: (companyId: string, written: Written) => void) {
  const lines = new Map<string, Waiting[]>();

  async function write(companyId: string, batch: Waiting[]): Promise<void> {
    try {
      onWritten(companyId, await asSystem(execute, companyId)(writeDown, { submissions: batch.map((one) => one.submission) }));
      batch.forEach((one) => one.resolve());
    } catch (error) {
      // One that PostgreSQL refuses must not take the others with it.
      if (batch.length === 1 || isAway(error)) batch.forEach((one) => one.reject(error));
      else for (const one of batch) await write(companyId, [one]);
    }
  }

  async function work(companyId: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) await write(companyId, line.splice(0, MAX_BATCH));
    lines.delete(companyId);
  }

  /** Resolves once it is stored for good, or was before. */
  return (companyId: string, submission: NewSubmission) =>
    new Promise<void>((resolve, reject) => {
      const line = lines.get(companyId);
      if (line && line.length >= MAX_WAITING) {
        reject(unavailable("busy", "Too much arrives at once. Try again in a few seconds."));
        return;
      }
      if (line) line.push({ submission, resolve, reject });
      else {
        const started = [{ submission, resolve, reject }];
        lines.set(companyId, started);
        // After what else arrived in this turn of the event loop.
        setImmediate(() => void work(companyId, started));
      }
    });
}

const isAway = (error: unknown) => error instanceof Error && "status" in error && error.status === 503;
