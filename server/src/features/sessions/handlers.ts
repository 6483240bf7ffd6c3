import type { Database, Tx } from "../../kernel/database.ts";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import type { PasswordHash } from "../../platform/password-hash.ts";
import { placeOf } from "../../platform/place.ts";
import type { Attempts } from "./attempts.ts";
import { sessionCreated, sessionEnded, sessionRefused } from "./events.ts";
import { openSession } from "./open-session.ts";
import * as operations from "./operations.ts";
import { provePassword } from "./prove-password.ts";
import * as store from "./store.ts";
import { whereFrom } from "./where-from.ts";

export interface SessionServices {
  identity: Tx;
  database: Database;
  clock: Clock;
  attempts: Attempts;
  passwordHash: PasswordHash;
}

const ASKED_AGAIN = {
  reason: "wrong password when asked again",
  refusal: { pointer: "/password", message: "That is not your password." },
};

export function sessionHandlers({ identity, database, clock, attempts, passwordHash }: SessionServices) {
  return handle(operations, {
    async create(call, { email, password }) {
      const place = placeOf(call.request.ip);
      const user = await store.findUserByEmail(identity, email);
      await attempts.begin(email, place);
      const matches = await passwordHash.verify(user?.password_hash, password);
      if (!user || !matches || user.disabled_at) {
        if (user) {
          call.enter(user.company_id, user.id);
          const reason = matches ? "disabled" : "wrong password";
          call.emitIfRefused(sessionRefused, { subjectId: user.id, data: { ...whereFrom(call.request), name: user.name, reason } });
        }
        // The same answer for every reason: it must not reveal which addresses exist.
        throw new AppError(401, "sign_in_refused", "Email and password do not match. Check both, or set a new password.");
      }
      await attempts.succeeded(email, place);
      call.enter(user.company_id, user.id);
      await call.emit(sessionCreated, { subjectId: user.id, data: { ...whereFrom(call.request), name: user.name } });
      return openSession(call, user.company_id, user.id);
    },

    async end({ actor, tx, emit }) {
      if (actor.proof.kind === "session") {
        await store.remove(tx, actor.companyId, actor.userId, actor.proof.sessionId);
        await emit(sessionEnded, { subjectId: actor.userId, data: { name: actor.name } });
      }
      return {};
    },

    async list({ actor, tx }) {
      const current = actor.proof.kind === "session" ? actor.proof.sessionId : undefined;
      const rows = await store.list(tx, actor.companyId, actor.userId);
      return { items: rows.map((row) => ({ ...row, is_current: row.id === current })) };
    },

    async revoke({ actor, tx, emit }, { id }) {
      if (!(await store.remove(tx, actor.companyId, actor.userId, id))) throw notFound("Session");
      await emit(sessionEnded, { subjectId: actor.userId, data: { name: actor.name } });
      return {};
    },

    confirm: prepared(
      (call, { password }) => provePassword({ database, attempts, passwordHash }, call, { password, ...ASKED_AGAIN }),
      async ({ actor, tx }) => {
        if (actor.proof.kind === "session") await store.confirmPassword(tx, actor.companyId, actor.proof.sessionId, clock.now());
        return {};
      },
    ),

    async touch({ actor, tx }, { id, ip }) {
      await store.touch(tx, actor.companyId, id, ip, clock.now());
      return {};
    },
  });
}
