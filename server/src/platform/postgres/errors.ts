import { setTimeout } from "node:timers/promises";
import { DatabaseError } from "pg";
import { AppError, unavailable } from "../../kernel/errors.ts";

const BUSY = new Set(["55P03", "40001", "40P01"]); // lock_timeout, serialization, deadlock
const TOO_SLOW = "57014"; // statement_timeout
const UNIQUE = "23505";
const IN_FAILED_TRANSACTION = "25P02";

/** An unreachable or overloaded database becomes a 503 that names no host and no SQL. Other errors are returned unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (!(error instanceof DatabaseError))
    return unavailable("database_unavailable", "The service cannot reach its data just now. Try again in a few seconds.", error);
  const code = error.code ?? "";
  if (BUSY.has(code)) return unavailable("busy", "Someone else is changing the same thing. Try again.", error);
  if (code === TOO_SLOW) return unavailable("too_slow", "That took too long and was stopped. Ask for less, or try again.", error);
  // 08: connection, 53: out of resources, 57P: shutting down, 28: the roles are not set up, 3D and 55000: no database to
  // connect to, or one that takes no connections
  if (/^(08|53|57P|28|3D|55000)/.test(code))
    return unavailable("database_unavailable", "The service cannot reach its data just now. Try again in a few seconds.", error);
  return error;
}

export function isUniqueViolation(error: unknown, index: string): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE && error.constraint === index;
}

/** How a statement fails on purpose when it found nothing to do. */
export const isDivisionByZero = (error: unknown) => error instanceof DatabaseError && error.code === "22012";

/** True for a statement that failed only because an earlier one in its transaction had failed. */
export const isAftermath = (error: unknown) => error instanceof DatabaseError && error.code === IN_FAILED_TRANSACTION;

/** True when another transaction held a lock for too long, or changed the same role at the same moment. */
export const isBusy = (error: unknown) =>
  error instanceof DatabaseError && (BUSY.has(error.code ?? "") || error.message === "tuple concurrently updated");

const RETRY_PAUSE_MS = 1_000;

/** Retries after a pause when another transaction held a lock for too long. Each try waits briefly, so that nobody waits behind it. */
export async function retryWhenBusy<Result>(run: () => Promise<Result>, tries = 30, pauseMs = RETRY_PAUSE_MS): Promise<Result> {
  for (let left = tries - 1; ; left--) {
    try {
      return await run();
    } catch (error) {
      if (left <= 0 || !isBusy(error)) throw error;
      await setTimeout(pauseMs);
    }
  }
}
