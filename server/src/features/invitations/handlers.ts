import { after, DAY_MS } from "../../kernel/clock.ts";
import type { Member, Role } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/database.ts";
import { AppError, conflict, notFound } from "../../kernel/errors.ts";
import type { Call } from "../../kernel/call.ts";
import { handle } from "../../kernel/handle.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import type { PasswordHash } from "../../platform/password-hash.ts";
import { isUniqueViolation } from "../../platform/postgres/errors.ts";
import { addMember, findByEmail, findMember } from "../members/index.ts";
import { refuseOwnPassword } from "../passwords/index.ts";
import { openSession } from "../sessions/index.ts";
import { invitationCreated, invitationLinkMade, invitationRevoked, memberJoined } from "./events.ts";
import { mailInvitation } from "./jobs.ts";
import { checkCaps, checkSender } from "./mail-rules.ts";
import * as operations from "./operations.ts";
import * as store from "./store.ts";

const LINK_LIFE_MS = 7 * DAY_MS;

export interface InvitationServices {
  identity: Tx;
  baseUrl: string;
  sendsMail: boolean;
  passwordHash: PasswordHash;
}

const spent = () => new AppError(400, "link_not_valid", "This invitation has been used, withdrawn or is too old. Ask for a new one.");

export function invitationHandlers({ identity, baseUrl, sendsMail, passwordHash }: InvitationServices) {
  async function makeLink({ tx, clock }: Call, companyId: string, id: string, isMailed: boolean) {
    const token = newToken();
    const expiresAt = after(clock, LINK_LIFE_MS);
    await store.setToken(tx, companyId, id, digest(token), expiresAt, isMailed);
    return { link: `${baseUrl}/join#token=${token}`, expires_at: expiresAt };
  }

  async function invite({ actor, tx, clock, emit, enqueue }: Call<Member>, email: string, role: Role) {
    if (sendsMail) await checkSender(tx, actor);
    if (await findByEmail(tx, actor.companyId, email)) throw conflict("already_member", `${email} is already a member.`);
    if (sendsMail) await checkCaps(tx, identity, actor.companyId, email, clock);
    await store.revokeExpired(tx, actor.companyId, email, clock.now());
    const row = { id: newId(), email, role, invited_by: actor.userId, created_at: clock.now(), expires_at: after(clock, LINK_LIFE_MS) };
    await insertOnce(tx, actor.companyId, row);
    await emit(invitationCreated, { subjectId: row.id, data: { name: email, role } });
    if (sendsMail) await enqueue(mailInvitation, { company: actor.companyId, invitation: row.id });
    return { ...row, sends_mail: sendsMail };
  }

  return handle(operations, {
    create: async (call, { email }) => ({ ...(await invite(call, email, "member")), operation_id: call.operationId }),

    createAdmin: (call, { email }) => invite(call, email, "admin"),

    async list({ actor, tx }) {
      const rows = await store.listOpen(tx, actor.companyId);
      return { items: rows.map((row) => ({ ...row, sends_mail: sendsMail })) };
    },

    async revoke({ actor, tx, clock, emit }, { id }) {
      const invitation = await store.findOpen(tx, actor.companyId, id);
      if (!invitation || !(await store.close(tx, actor.companyId, id, "revoked_at", clock.now()))) throw notFound("Invitation");
      await emit(invitationRevoked, { subjectId: id, data: { name: invitation.email, role: invitation.role } });
      return {};
    },

    async link(call, { id }) {
      if (sendsMail)
        throw conflict("sends_mail", "This installation sends invitations by email. Withdraw it and invite again to send another.");
      const invitation = await store.findOpen(call.tx, call.actor.companyId, id);
      if (!invitation) throw notFound("Invitation");
      await call.emit(invitationLinkMade, { subjectId: id, data: { name: invitation.email, role: invitation.role } });
      return makeLink(call, call.actor.companyId, id, false);
    },

    async mint(call, { id }) {
      const { companyId } = call.actor;
      const invitation = await store.findOpen(call.tx, companyId, id);
      if (!invitation) return null;
      const inviter = await findMember(call.tx, companyId, invitation.invited_by);
      const made = await makeLink(call, companyId, id, true);
      const companyName = await store.companyName(call.tx, companyId);
      return { link: made.link, email: invitation.email, company_name: companyName, invited_by: inviter?.name ?? "A colleague" };
    },

    async preview({ clock }, { token }) {
      const offered = await store.findByToken(identity, digest(token), clock.now());
      if (!offered) throw spent();
      return { company_name: offered.company_name, email: offered.email, role: offered.role };
    },

    async accept(call, { token, name, password }) {
      // Hashed for a link that is not valid too: the time must not show which links were.
      const [offered, hashed] = await Promise.all([
        store.findByToken(identity, digest(token), call.clock.now()),
        passwordHash.make(password),
      ]);
      if (!offered) throw spent();
      refuseOwnPassword(password, { email: offered.email, companyName: offered.company_name });
      const userId = newId();
      call.enter(offered.company_id, userId);
      if (!(await store.close(call.tx, offered.company_id, offered.id, "accepted_at", call.clock.now()))) throw spent();
      const { email, role, is_mailed: isVerified } = offered;
      await addMember(call, offered.company_id, { id: userId, name, email, role, passwordHash: hashed, isVerified });
      await call.emit(memberJoined, { subjectId: userId, data: { name, role: offered.role } });
      return openSession(call, offered.company_id, userId);
    },
  });
}

async function insertOnce(tx: Tx, companyId: string, row: store.InvitationRow): Promise<void> {
  try {
    await store.insert(tx, companyId, row);
  } catch (error) {
    if (isUniqueViolation(error, "invitations_open_email")) throw conflict("already_invited", `${row.email} is already invited.`);
    throw error;
  }
}
