import { after, before, DAY_MS, MINUTE_MS } from "../../kernel/clock.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import { AppError, conflict, forbidden, notFound } from "../../kernel/errors.ts";
import type { Call } from "../../kernel/call.ts";
import { handle, prepared } from "../../kernel/handle.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import type { PasswordHash } from "../../platform/password-hash.ts";
import { findMember, setVerified } from "../members/index.ts";
import { endSessions, findUserByEmail, isOpenedByLink, openSession, provePassword, type Attempts } from "../sessions/index.ts";
import { passwordChanged, passwordLinkMade, passwordReset } from "./events.ts";
import { mailPasswordLink } from "./jobs.ts";
import * as operations from "./operations.ts";
import { refuseOwnPassword } from "./own-password.ts";
import * as store from "./store.ts";

const LINK_LIFE_MS = 30 * MINUTE_MS;
const MAILS_PER_DAY = 5;

export interface PasswordsNeed {
  identity: Tx;
  database: Database;
  baseUrl: string;
  sendsMail: boolean;
  attempts: Attempts;
  passwordHash: PasswordHash;
  afterwards: { run(work: () => Promise<unknown>): void };
}

const spent = () => new AppError(400, "link_not_valid", "This link has been used or is too old. Ask for a new one.");

const ASKED_TO_CHANGE = {
  reason: "wrong password when changing it",
  refusal: { pointer: "/current", message: "That is not your current password." },
};

export function passwordHandlers({ identity, database, baseUrl, sendsMail, attempts, passwordHash, afterwards }: PasswordsNeed) {
  // The link is built from the configured base URL, never from the request: a forged Host header cannot change it.
  async function makeLink({ tx, clock }: Call, companyId: string, userId: string, madeBy: string | null) {
    const token = newToken();
    const expiresAt = after(clock, LINK_LIFE_MS);
    await store.insertReset(tx, { companyId, id: newId(), userId, tokenHash: digest(token), madeBy, now: clock.now(), expiresAt });
    return { link: `${baseUrl}/reset-password#token=${token}`, expires_at: expiresAt };
  }

  return handle(operations, {
    change: prepared(
      async (call, { current, password }) => {
        refuseOwnPassword(password, { email: call.actor.email, companyName: call.actor.company.name });
        const proved = await provePassword({ database, attempts, passwordHash }, call, { password: current, ...ASKED_TO_CHANGE });
        return { proved, hashed: await passwordHash.make(password) };
      },
      async ({ actor, tx, clock, emit }, _, { proved, hashed }) => {
        if (!(await store.replacePassword(tx, actor.companyId, actor.userId, proved, hashed)))
          throw conflict("changed_meanwhile", "Your password was changed meanwhile. Sign in with the new one.");
        await store.useResets(tx, actor.companyId, actor.userId, clock.now()); // an older link must not undo this change
        await endSessions(tx, actor.companyId, actor.userId, actor.proof.kind === "session" ? actor.proof.sessionId : undefined);
        await emit(passwordChanged, { subjectId: actor.userId, data: { name: actor.name } });
        return {};
      },
    ),

    async forgot({ enter, enqueueAfterwards }, { email }) {
      // Even the look-up comes after the answer, whose time would show that the account exists. If it is lost, the person asks again.
      if (sendsMail) {
        afterwards.run(async () => {
          const user = await findUserByEmail(identity, email);
          if (!user || user.disabled_at) return;
          enter(user.company_id);
          enqueueAfterwards(mailPasswordLink, { company: user.company_id, user: user.id });
        });
      }
      return { sends_mail: sendsMail };
    },

    async reset(call, { token, password }) {
      const [found, hashed] = await Promise.all([store.findReset(identity, digest(token)), passwordHash.make(password)]);
      if (!found || found.used_at || found.expires_at < call.clock.now()) throw spent();
      call.enter(found.company_id, found.user_id);
      const user = await findMember(call.tx, found.company_id, found.user_id);
      if (!user || user.disabled_at) throw spent();
      refuseOwnPassword(password, { email: user.email, companyName: found.company_name });
      if (!(await store.useResets(call.tx, found.company_id, found.user_id, call.clock.now())).includes(found.id)) throw spent();
      await store.setPassword(call.tx, found.company_id, found.user_id, hashed);
      await endSessions(call.tx, found.company_id, found.user_id);
      const maker = found.made_by ? await findMember(call.tx, found.company_id, found.made_by) : undefined;
      // The link came by mail, so the mail arrived.
      if (!found.made_by) await setVerified(call.tx, found.company_id, found.user_id, call.clock.now());
      const linkBy = maker && maker.id !== user.id ? maker : undefined;
      await call.emit(passwordReset, { subjectId: user.id, data: { name: user.name, ...(linkBy ? { link_by: linkBy.name } : {}) } });
      return openSession(call, found.company_id, found.user_id, linkBy?.id ?? null);
    },

    async link(call, { id }) {
      const { companyId, userId } = call.actor;
      if (sendsMail) throw conflict("sends_mail", "This installation sends email: ask them to use “Forgot password?” on the sign-in page.");
      const user = await findMember(call.tx, companyId, id);
      if (!user) throw notFound("Member");
      // Whoever has the link can be this person, so the person is told at the next chance.
      if (user.id !== userId) await store.noteLink(call.tx, companyId, user.id, userId, call.clock.now());
      await call.emit(passwordLinkMade, { subjectId: user.id, data: { name: user.name } });
      return makeLink(call, companyId, user.id, userId);
    },

    async hideLink({ actor, tx }) {
      const isByLink = actor.proof.kind !== "session" || (await isOpenedByLink(tx, actor.companyId, actor.proof.sessionId));
      if (isByLink)
        throw forbidden("opened_by_link", "This session was opened with that link. Sign in with your password to hide the notice.");
      await store.hideLink(tx, actor.companyId, actor.userId);
      return {};
    },

    async mint(call, { id }) {
      const { companyId } = call.actor;
      await store.lockUser(call.tx, companyId, id);
      const user = await findMember(call.tx, companyId, id);
      if (!user || user.disabled_at) return null;
      if ((await store.countMailedSince(call.tx, companyId, id, before(call.clock, DAY_MS))) >= MAILS_PER_DAY) return null;
      const made = await makeLink(call, companyId, user.id, null);
      return { link: made.link, email: user.email, name: user.name };
    },
  });
}
