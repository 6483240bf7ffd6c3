import type { JobCall } from "../../../kernel/job.ts";
import type { MailboxSession } from "../../../platform/imap/mailbox.ts";
import { noteKnown } from "./operations.ts";
import type { KnownMail } from "./store.ts";

interface Needs {
  call: JobCall["call"];
  mailbox: MailboxSession;
}

interface Named {
  id: string;
  path: string;
  uid_validity: number;
}

/**
 * Asks for the headers of mails that have new numbers, and writes down which of them are here: the same Message-ID, date, sender and size.
 * Answers the others, which are fetched. A mailbox that its server rebuilt is not loaded a second time.
 */
export async function withoutKnown({ call, mailbox }: Needs, folder: Named, uids: number[]): Promise<number[]> {
  const { readMail } = await import("../../../platform/mime/read-mail.ts");
  const asked: Promise<KnownMail | undefined>[] = [];
  for await (const { uid, size, headers } of mailbox.envelopes(uids))
    asked.push(
      readMail(headers).then(
        // Without an id only its bytes tell, so it is fetched.
        ({ messageId, key }) => (messageId === null ? undefined : { uid, size, key }),
        () => undefined,
      ),
    );
  const mails = (await Promise.all(asked)).filter((mail) => mail !== undefined);
  const { uids: known } = await call(noteKnown, { ...folder, mails });
  const found = new Set(known);
  return uids.filter((uid) => !found.has(uid));
}
