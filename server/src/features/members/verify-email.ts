import { z } from "zod";
import type { Member, System } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { after, before, DAY_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { defineJob, handleJob, type BoundJob } from "../../kernel/job.ts";
import type { Mail } from "../../platform/mail.ts";
import { digest, newId, newToken } from "../../platform/random.ts";
import { emailVerified } from "./events.ts";
import { memberId, mintVerification } from "./operations.ts";
import * as store from "./verification-store.ts";

const LINK_LIFE_MS = DAY_MS;
const MAILS_PER_DAY = 5;

export interface VerificationServices {
  identity: Tx;
  baseUrl: string;
  sendsMail: boolean;
}

const spent = () => new AppError(400, "link_not_valid", "This link has been used or is too old. Ask for a new one in the web application.");

/** How a person shows that mail to their address arrives. Until then they cannot make the service mail others. */
export function emailVerification({ identity, baseUrl, sendsMail }: VerificationServices) {
  return {
    async send({ actor, enqueue }: Call<Member>) {
      if (!sendsMail) throw conflict("sends_no_mail", "This installation does not send email, so no address needs to be verified.");
      await enqueue(mailVerification, { company: actor.companyId, user: actor.userId });
      return {};
    },

    async mint({ actor: { companyId }, tx, clock }: Call<System>, userId: string) {
      const user = await store.lockUnverified(tx, companyId, userId);
      if (!user) return null;
      if ((await store.countSince(tx, companyId, userId, before(clock, DAY_MS))) >= MAILS_PER_DAY) return null;
      const token = newToken();
      const times = { now: clock.now(), expiresAt: after(clock, LINK_LIFE_MS) };
      await store.insert(tx, { companyId, id: newId(), userId, tokenHash: digest(token), ...times });
      return { link: `${baseUrl}/verify-email#token=${token}`, email: user.email };
    },

    async verify(call: Call, token: string) {
      const found = await store.findByToken(identity, digest(token), call.clock.now());
      if (!found) throw spent();
      call.enter(found.company_id, found.user_id);
      if (!(await store.use(call.tx, found.company_id, found.id, call.clock.now()))) throw spent();
      const user = await store.setVerified(call.tx, found.company_id, found.user_id, call.clock.now());
      if (!user) throw spent();
      await call.emit(emailVerified, { subjectId: found.user_id, data: { name: user.name } });
      return { email: user.email };
    },
  };
}

const mailVerification = defineJob({
  name: "members.mailVerification",
  label: "Email that verifies an address",
  payload: z.object({ company: z.uuid(), user: z.uuid() }),
  subject: ({ user }) => memberId.encode(user),
  key: ({ user }) => user,
});

/** The link is made when the mail is sent, so the queue never holds a usable token. */
export function memberJobs({ mail }: { mail: Mail | undefined }): BoundJob[] {
  return [
    handleJob(mailVerification, async ({ call }, { user }) => {
      const letter = await call(mintVerification, { id: memberId.encode(user) });
      if (!mail || !letter) return;
      await mail.send({
        to: letter.email,
        subject: "Verify your address for Kith",
        text: `Open this link within a day to verify your address:\n${letter.link}\n\nIf you did not ask for this, you can ignore it.\n`,
      });
    }),
  ];
}
