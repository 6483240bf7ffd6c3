import type { z } from "zod";
import type { System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, before, DAY_MS } from "../../kernel/clock.ts";
import type { Database, Tx } from "../../kernel/database.ts";
import { AppError, forbidden } from "../../kernel/errors.ts";
import type { Preparing } from "../../kernel/handle.ts";
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
  database: Database;
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
export function signingUp({ identity, database, baseUrl, sendsMail, signUp, passwordHash, attempts }: SignUpServices) {
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

    /** The step before the transaction of `finish`: the password is checked. */
    async prove({ clock, request }: Preparing, token: string, password: string) {
      const found = await waiting.findByToken(identity, digest(token), clock.now());
      if (!found) throw spent();
      await attempts.begin(found.email, placeOf(request.ip));
      let row: Awaited<ReturnType<typeof waiting.lock>>;
      await database.write(found.company_id, async (tx) => {
        row = await waiting.lock(tx, found.company_id, found.id);
      });
      if (!row) throw spent();
      if (!(await passwordHash.verify(row.password_hash, password)))
        throw new AppError(422, "wrong_password", "That is not the password you signed up with.", {
          errors: [{ pointer: "/password", message: "That is not the password you signed up with." }],
        });
      return found;
    },

    async finish(call: Call, { company_id: companyId, id }: { company_id: string; id: string }) {
      const userId = newId();
      call.enter(companyId, userId);
      const row = await waiting.lock(call.tx, companyId, id);
      if (!row) throw spent();
      const name = await waiting.finish(call.tx, companyId, row.id);
      const admin = { id: userId, name: row.name, email: row.email, passwordHash: row.password_hash, isVerified: true };
      await open(call, { id: companyId, name }, admin);
      return openSession(call, companyId, userId);
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
