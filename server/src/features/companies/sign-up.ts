import type { z } from "zod";
import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, before, DAY_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { AppError, forbidden } from "../../kernel/errors.ts";
import type { PasswordHash } from "../../platform/password-hash.ts";
import { placeOf } from "../../platform/place.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import { addMember, emailTaken } from "../members/index.ts";
import { refuseOwnPassword } from "../passwords/index.ts";
import { findUserByEmail, openSession, type Attempts } from "../sessions/index.ts";
import { companyCreated } from "./events.ts";
import { mailSignUp } from "./jobs.ts";
import type { create } from "./operations.ts";
import * as waiting from "./sign-up-store.ts";
import * as store from "./store.ts";

const LINK_LIFE_MS = DAY_MS;
const MAILS_PER_DAY_AND_ADDRESS = 3;

export interface SignUpServices {
  identity: Tx;
  baseUrl: string;
  sendsMail: boolean;
  signUp: "open" | "first";
  passwordHash: PasswordHash;
  attempts: Attempts;
}

const spent = () => new AppError(400, "link_not_valid", "This link has been used or is too old. Sign up again.");

/**
 * Where mail is configured, signing up does the same for every address: it writes a company that waits, and a mail. Only the mail says
 * whether the address has an account. Without mail the company is there at once.
 */
export function signingUp({ identity, baseUrl, sendsMail, signUp, passwordHash, attempts }: SignUpServices) {
  async function begin(call: Call, input: z.output<(typeof create)["input"]>) {
    refuseOwnPassword(input.password, { email: input.email, companyName: input.company_name });
    const hashed = await passwordHash.make(input.password);
    if (signUp === "first" && (await waiting.hasCompany(identity)))
      throw forbidden("sign_up_closed", "No further company can be set up here. Ask an Admin of your company to invite you.");
    const company = { ...input, id: newId(), name: input.company_name, created_at: call.clock.now() };
    if (sendsMail) return wait(call, company, input.email, input.name, hashed);
    // Without mail nothing shows that the address is theirs: it must not take the place of somebody who is invited.
    if (await waiting.isInvited(identity, input.email, call.clock.now())) throw emailTaken();
    const userId = newId();
    call.enter(company.id, userId);
    await store.insert(call.tx, company, false);
    await open(call, company, { id: userId, name: input.name, email: input.email, passwordHash: hashed, isVerified: false });
    return openSession(call, company.id, userId);
  }

  async function wait(call: Call, company: store.CompanyRow, email: string, name: string, hashed: string) {
    call.enter(company.id);
    await store.insert(call.tx, company, true);
    const row = { companyId: company.id, id: newId(), email, name, passwordHash: hashed };
    await waiting.insert(call.tx, { ...row, now: call.clock.now(), expiresAt: after(call.clock, LINK_LIFE_MS) });
    await call.enqueue(mailSignUp, { company: company.id, sign_up: row.id });
    return { session_token: null, user_id: null };
  }

  async function open(call: Call, company: { id: string; name: string }, admin: FirstAdmin) {
    await addMember(call, company.id, { ...admin, role: "admin" });
    await call.emit(companyCreated, { subjectId: company.id, data: { name: company.name } });
  }

  return {
    begin,

    async finish(call: Call, token: string, password: string) {
      const found = await waiting.findByToken(identity, digest(token), call.clock.now());
      if (!found) throw spent();
      await attempts.begin(found.email, placeOf(call.request.ip));
      const userId = newId();
      call.enter(found.company_id, userId);
      const row = await waiting.lock(call.tx, found.company_id, found.id);
      if (!row) throw spent();
      if (!(await passwordHash.verify(row.password_hash, password)))
        throw new AppError(422, "wrong_password", "That is not the password you signed up with.", {
          errors: [{ pointer: "/password", message: "That is not the password you signed up with." }],
        });
      const name = await waiting.finish(call.tx, found.company_id, row.id);
      const admin = { id: userId, name: row.name, email: row.email, passwordHash: row.password_hash, isVerified: true };
      await open(call, { id: found.company_id, name }, admin);
      return openSession(call, found.company_id, userId);
    },

    async mint(call: Call<System>, id: string) {
      const { companyId } = call.actor;
      const row = await waiting.lock(call.tx, companyId, id);
      if (!row) return null;
      if ((await waiting.countEarlier(identity, row, before(call.clock, DAY_MS))) >= MAILS_PER_DAY_AND_ADDRESS) return null;
      if (await findUserByEmail(identity, row.email)) return { email: row.email, link: null };
      const token = newToken();
      await waiting.setToken(call.tx, companyId, id, digest(token));
      return { email: row.email, link: `${baseUrl}/finish-sign-up#token=${token}` };
    },
  };
}

interface FirstAdmin {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  isVerified: boolean;
}
