import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Member } from "../kernel/actor.ts";
import { statement, type Database, type Tx } from "../kernel/database.ts";
import { AppError } from "../kernel/errors.ts";
import type { Idempotency } from "../kernel/execute.ts";
import type { Operation } from "../kernel/operation.ts";
import { newId } from "./random.ts";
import { removeRows } from "./housekeeping.ts";
import { lockKey } from "./postgres/lock-spaces.ts";

const MAX_KEPT_BYTES = 65_536;
const MIB = 2 ** 20;
/** After so much of what a company may keep, it is looked at whether that is too much. */
const TRIM_AFTER = 1 / 16;
const NOT_KEPT = "The call with this Idempotency-Key was done. Its answer is no longer kept: read what it changed instead of repeating it.";
const SECRET_NOT_KEPT =
  "The call with this Idempotency-Key was done. Its answer held a secret, which is shown once and not kept. If you did not get it: list what is there, and make a new secret with a new Idempotency-Key.";

const TRY_LOCK = statement("idempotency.lock", `select pg_try_advisory_xact_lock(${lockKey("idempotency key", "$1")}) as held`);
const FIND = statement(
  "idempotency.find",
  "select fingerprint, answer, packed from idempotency_keys where company_id = $1 and user_id = $2 and operation = $3 and key = $4",
);
const KEEP = statement(
  "idempotency.keep",
  `insert into idempotency_keys (company_id, id, user_id, operation, key, fingerprint, answer, packed, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
);

// Without its answer a key still prevents that the call is done twice. What another call is dropping just then is left to it.
const TRIM = statement(
  "idempotency.trim",
  `with kept as (
     select id, sum(coalesce(octet_length(packed), pg_column_size(answer))) over (order by id desc) as bytes
     from idempotency_keys where company_id = $1 and (answer is not null or packed is not null)
   ), old as (
     select k.id from idempotency_keys k join kept using (id) where k.company_id = $1 and kept.bytes > $2 for update of k skip locked
   )
   update idempotency_keys k set answer = null, packed = null from old where k.company_id = $1 and k.id = old.id`,
);

interface Needs {
  /** How much of the answers of one company is kept, of the last calls. */
  keptMiB: number;
  database: Pick<Database, "write">;
  afterwards(work: () => Promise<void>): void;
}

/** Calls that are done once for each Idempotency-Key, and what is kept of their answers. */
export function createOnce({ keptMiB, database, afterwards }: Needs) {
  const maxBytes = keptMiB * MIB;
  /** Bytes that each company has kept since this process looked at all of them. It has not yet looked at what an earlier one kept. */
  const sinceTrim = new Map<string, number>();

  function count(companyId: string, bytes: number): void {
    const total = (sinceTrim.get(companyId) ?? maxBytes) + bytes;
    sinceTrim.set(companyId, total);
    if (total < maxBytes * TRIM_AFTER) return;
    sinceTrim.set(companyId, 0);
    afterwards(() => database.write(companyId, async (tx) => void (await tx.query(TRIM, [companyId, maxBytes]))));
  }

  return (tx: Tx, actor: Member, operation: Operation, idempotency: Idempotency, run: () => Promise<unknown>) =>
    once(tx, actor, operation, idempotency, run, (bytes) => count(actor.companyId, bytes));
}

/**
 * Runs a call at most once for its Idempotency-Key. The answer is stored in the call's own transaction: a crash leaves both the
 * change and the answer, or neither, and no marker that would block the client's retry.
 */
async function once(
  tx: Tx,
  actor: Member,
  operation: Operation,
  { key, fingerprint }: Idempotency,
  run: () => Promise<unknown>,
  count: (bytes: number) => void,
): Promise<unknown> {
  const scope = [actor.companyId, actor.userId, operation.name, key];
  const [lock] = await tx.query<{ held: boolean }>(TRY_LOCK, [scope.join("\n")]);
  if (!lock?.held)
    throw new AppError(
      409,
      "idempotency_running",
      "A call with this Idempotency-Key is still running. Wait for its answer, then try again.",
    );

  const [kept] = await tx.query<Kept>(FIND, scope);
  if (kept && !kept.fingerprint.equals(fingerprint)) {
    throw new AppError(422, "idempotency_mismatch", "This Idempotency-Key was used with another body. Use a new key for a new call.");
  }
  if (kept) return unpack(operation, kept);

  const answer = await run();
  const [text, packed] = pack(keptAnswer(operation, answer));
  await tx.query(KEEP, [actor.companyId, newId(), actor.userId, operation.name, key, fingerprint, text, packed]);
  count(packed?.length ?? text?.length ?? 0);
  return answer;
}

interface Kept {
  fingerprint: Buffer;
  answer: unknown;
  packed: Buffer | null;
}

/** A secret is shown once and stored nowhere in clear, so not here either. */
function keptAnswer({ hasSecret, withoutSecret }: Operation, answer: unknown): unknown {
  return hasSecret ? withoutSecret?.(answer) : answer;
}

/** As it is where it is small, else compressed, and not at all where even that is too large. */
function pack(answer: unknown): [string | null, Buffer | null] {
  if (answer === undefined) return [null, null];
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) <= MAX_KEPT_BYTES) return [text, null];
  const packed = deflateRawSync(text, { level: 1 });
  return [null, packed.length <= MAX_KEPT_BYTES ? packed : null];
}

function unpack({ hasSecret }: Operation, { answer, packed }: Kept): unknown {
  if (packed) return JSON.parse(inflateRawSync(packed).toString());
  if (answer !== null) return answer;
  throw new AppError(409, "answer_not_kept", hasSecret ? SECRET_NOT_KEPT : NOT_KEPT);
}

export const idempotencyHousekeeping = [removeRows("idempotency.old_keys", "idempotency_keys", "created_at < now() - interval '7 days'")];
