import type { Member } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/database.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Preparing } from "../../kernel/handle.ts";
import type { PasswordHash } from "../../platform/password-hash.ts";
import type { Attempts } from "./attempts.ts";
import { sessionRefused } from "./events.ts";
import { findPassword } from "./store.ts";
import { whereFrom } from "./where-from.ts";

export interface ProvingNeeds {
  database: Database;
  attempts: Attempts;
  passwordHash: PasswordHash;
}

interface Asked {
  password: string;
  /** When it was asked for, in the log. */
  reason: string;
  refusal: { pointer: string; message: string };
}

/**
 * Checks the caller's own password, in the step before the transaction, and answers the hash that it matched. A stolen session must not be
 * used to guess it, so each try counts.
 */
export async function provePassword(
  { database, attempts, passwordHash }: ProvingNeeds,
  call: Preparing<Member>,
  asked: Asked,
): Promise<string> {
  const { actor, request, emitIfRefused } = call;
  const session = attempts.of(actor);
  await session.begin();
  let stored: string | undefined;
  await database.write(actor.companyId, async (tx) => {
    stored = await findPassword(tx, actor.companyId, actor.userId);
  });
  if (!(await passwordHash.verify(stored, asked.password)) || stored === undefined) {
    emitIfRefused(sessionRefused, {
      subjectId: actor.userId,
      data: { ...whereFrom(request), name: actor.name, reason: asked.reason },
    });
    throw new AppError(422, "wrong_password", asked.refusal.message, { errors: [asked.refusal] });
  }
  await database.write(undefined, (tx) => session.succeeded(tx));
  return stored;
}
