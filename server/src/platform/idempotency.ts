import type { Member } from "../kernel/actor.ts";
import { statement, type Tx } from "../kernel/database.ts";
import { AppError } from "../kernel/errors.ts";
import type { Idempotency } from "../kernel/execute.ts";
import { newId } from "./random.ts";
import { removeRows } from "./housekeeping.ts";

const TRY_LOCK = statement("idempotency.lock", "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held");
const FIND = statement(
  "idempotency.find",
  "select fingerprint, answer from idempotency_keys where company_id = $1 and user_id = $2 and operation = $3 and key = $4",
);
const KEEP = statement(
  "idempotency.keep",
  `insert into idempotency_keys (company_id, id, user_id, operation, key, fingerprint, answer, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, now())`,
);

/**
 * Runs a call at most once for its Idempotency-Key. The answer is stored in the call's own transaction: a crash leaves both the
 * change and the answer, or neither, and no marker that would block the client's retry.
 */
export async function once(
  tx: Tx,
  actor: Member,
  operation: string,
  { key, fingerprint }: Idempotency,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const scope = [actor.companyId, actor.userId, operation, key];
  const [lock] = await tx.query<{ held: boolean }>(TRY_LOCK, [scope.join("\n")]);
  if (!lock?.held)
    throw new AppError(
      409,
      "idempotency_running",
      "A call with this Idempotency-Key is still running. Wait for its answer, then try again.",
    );

  const [kept] = await tx.query<{ fingerprint: Buffer; answer: unknown }>(FIND, scope);
  if (kept && !kept.fingerprint.equals(fingerprint)) {
    throw new AppError(422, "idempotency_mismatch", "This Idempotency-Key was used with another body. Use a new key for a new call.");
  }
  if (kept) return kept.answer;

  const answer = await run();
  await tx.query(KEEP, [actor.companyId, newId(), actor.userId, operation, key, fingerprint, JSON.stringify(answer)]);
  return answer;
}

export const idempotencyHousekeeping = [removeRows("idempotency.old_keys", "idempotency_keys", "created_at < now() - interval '7 days'")];
