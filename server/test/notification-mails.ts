import PostalMime from "postal-mime";
import { test } from "node:test";
import { MINUTE_MS } from "../src/kernel/clock.ts";
import { memberId } from "../src/features/members/operations.ts";
import { recordId } from "../src/features/records/inputs.ts";
import { newId } from "../src/platform/random.ts";
import type { Kind, Time } from "../src/features/notifications/shapes.ts";
import { asSystem } from "../src/platform/as-system.ts";
import { endMail, prepareMail } from "../src/features/notifications/mail/operations.ts";
import { startMailbox, type Mailbox } from "./mailbox.ts";
import { startService, type Person, type Service } from "./service.ts";
import { companyOf } from "./website-leads.ts";

/** A service that sends mail to a real server, and people whose addresses are verified by the mails they got. */
export function mailingService() {
  let mailbox: Mailbox;
  let service: Service;
  test.before(async () => {
    mailbox = await startMailbox();
    service = await startService({ mailbox });
  });
  test.after(async () => {
    await service.close();
    await mailbox.stop();
  });

  return {
    service: () => service,
    mailsTo: ({ email }: Person) => mailbox.mails.filter((mail) => mail.to === email),
    mailbox: () => mailbox,

    async team() {
      const ada = await service.given.admin("Anna Berg");
      return { ada, max: await service.given.member(ada) };
    },

    choose: (person: Person, byMail: Partial<Record<Kind, Time>>) => person.call("notifications.chooseMail", { by_mail: byMail }),

    /** With a worker while it runs. */
    async working<Answer>(run: () => Promise<Answer>): Promise<Answer> {
      const worker = await service.app.startWorker();
      return run().finally(() => worker.stop());
    },

    letMinutePass: () => service.clock.advance(MINUTE_MS + 1_000),

    /** The next mail of somebody, as a worker would get it, but not sent. */
    async nextLetter(person: Person) {
      const call = asSystem(service.app.execute, await companyOf(service, person));
      const { letter } = await call(prepareMail, { user: person.userId });
      return letter;
    },

    async endLetter(person: Person, id: string) {
      await asSystem(service.app.execute, await companyOf(service, person))(endMail, { id });
    },
  };
}

export const readMail = (raw: string) => PostalMime.parse(raw);

interface Given {
  kind?: Kind;
  record: string;
  count?: number;
}

/** A notification of somebody about a record, as the follower would have made it for a kind that goes by mail at once. */
export async function giveMailed(service: Service, person: Person, { kind = "assignment", record, count = 1 }: Given): Promise<void> {
  const [id, now] = [newId(), service.clock.now()];
  await service.database.query(
    `insert into notifications (company_id, id, user_id, kind, group_id, count, subject_type, subject_id, type_id, at, mail_at)
     select r.company_id, $1, $2, $3, $1, $4, 'rec', r.id, r.type_id, $6, $6 from records r where r.id = $5`,
    [id, memberId.decode(person.userId), kind, count, recordId.decode(record), now],
  );
}
