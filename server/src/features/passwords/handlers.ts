import { after, MINUTE_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Call } from "../../kernel/call.ts";
import { handle } from "../../kernel/handle.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import { hashPassword, verifyPassword } from "../../platform/password-hash.ts";
import { placeOf } from "../../platform/place.ts";
import { findMember } from "../members/index.ts";
import { endSessions, findPassword, findUserByEmail, openSession, sessionRefused, whereFrom, type Attempts } from "../sessions/index.ts";
import { passwordChanged, passwordLinkMade, passwordReset } from "./events.ts";
import { mailPasswordLink } from "./jobs.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

const LINK_LIFE_MS = 30 * MINUTE_MS;

export interface PasswordsNeed {
  identity: Tx;
  baseUrl: string;
  sendsMail: boolean;
  attempts: Attempts;
}

const spent = () => new AppError(400, "link_not_valid", "This link has been used or is too old. Ask for a new one.");

export function passwordHandlers({ identity, baseUrl, sendsMail, attempts }: PasswordsNeed) {
  // The link is built from the configured base URL, never from the request: a forged Host header cannot change it.
  async function makeLink({ tx, clock }: Call, companyId: string, userId: string) {
    const token = newToken();
    const expiresAt = after(clock, LINK_LIFE_MS);
    await store.insertReset(tx, { companyId, id: newId(), userId, tokenHash: digest(token), now: clock.now(), expiresAt });
    return { link: `${baseUrl}/reset-password#token=${token}`, expires_at: expiresAt };
  }

  return handle(operations, {
    async change({ actor, tx, clock, emit, emitIfRefused, request }, { current, password }) {
      const place = placeOf(request.ip);
      const stored = await findPassword(tx, actor.companyId, actor.userId);
      attempts.begin(actor.email, place); // a stolen session must not be used to guess the password
      if (!(await verifyPassword(stored, current))) {
        emitIfRefused(sessionRefused, {
          subjectId: actor.userId,
          data: { ...whereFrom(request), name: actor.name, reason: "wrong password when changing it" },
        });
        throw new AppError(422, "wrong_password", "That is not your current password.", {
          errors: [{ pointer: "/current", message: "That is not your current password." }],
        });
      }
      attempts.succeeded(actor.email, place);
      await store.setPassword(tx, actor.companyId, actor.userId, await hashPassword(password));
      await store.useResets(tx, actor.companyId, actor.userId, clock.now()); // an older link must not undo this change
      await endSessions(tx, actor.companyId, actor.userId, actor.proof.kind === "session" ? actor.proof.sessionId : undefined);
      await emit(passwordChanged, { subjectId: actor.userId, data: { name: actor.name } });
      return {};
    },

    async forgot({ enter, enqueue }, { email }) {
      const user = sendsMail ? await findUserByEmail(identity, email) : undefined;
      if (user && !user.disabled_at) {
        enter(user.company_id);
        await enqueue(mailPasswordLink, { company: user.company_id, user: user.id });
      }
      return { sends_mail: sendsMail };
    },

    async reset(call, { token, password }) {
      const found = await store.findReset(identity, digest(token));
      if (!found || found.used_at || found.expires_at < call.clock.now()) throw spent();
      const passwordHash = await hashPassword(password);
      call.enter(found.company_id, found.user_id);
      const user = await findMember(call.tx, found.company_id, found.user_id);
      if (!user || user.disabled_at) throw spent();
      if (!(await store.useResets(call.tx, found.company_id, found.user_id, call.clock.now())).includes(found.id)) throw spent();
      await store.setPassword(call.tx, found.company_id, found.user_id, passwordHash);
      await endSessions(call.tx, found.company_id, found.user_id);
      await call.emit(passwordReset, { subjectId: user.id, data: { name: user.name } });
      return openSession(call, found.company_id, found.user_id);
    },

    async link(call, { id }) {
      const user = await findMember(call.tx, call.actor.companyId, id);
      if (!user) throw notFound("Member");
      await call.emit(passwordLinkMade, { subjectId: user.id, data: { name: user.name } });
      return makeLink(call, call.actor.companyId, user.id);
    },

    async mint(call, { id }) {
      const user = await findMember(call.tx, call.actor.companyId, id);
      if (!user || user.disabled_at) return null;
      const made = await makeLink(call, call.actor.companyId, user.id);
      return { link: made.link, email: user.email, name: user.name };
    },
  });
}
