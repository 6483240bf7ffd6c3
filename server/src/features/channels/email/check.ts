import { SECOND_MS } from "../../../kernel/clock.ts";
import type { LineLog, MailAccount } from "../../../platform/mail-account/account.ts";
import { trouble, troubleOf } from "../../../platform/mail-account/trouble.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { Trouble } from "../health.ts";

// A person waits for it, and a transaction that was opened before it would be ended after ten seconds.
const CHECK_MS = 9 * SECOND_MS;

export interface MailAccounts {
  incoming: MailAccount;
  outgoing: MailAccount;
}

export interface Checked {
  lines: string[];
  /** Of each server; left out: it let us in. */
  incoming?: Trouble;
  outgoing?: Trouble;
}

/** What is wrong, receiving first. */
export function firstTrouble({ incoming, outgoing }: Checked): { where: keyof MailAccounts; trouble: Trouble } | undefined {
  if (incoming) return { where: "incoming", trouble: incoming };
  return outgoing && { where: "outgoing", trouble: outgoing };
}

/** Signs in to both servers and leaves again. Nothing is read, sent or changed over there. */
export async function checkMailbox(outbound: Outbound, { incoming, outgoing }: MailAccounts): Promise<Checked> {
  const [received, sent] = await Promise.all([
    attempt(incoming, (log) => tryReading(outbound, incoming, log)),
    attempt(outgoing, (log) => trySending(outbound, outgoing, log)),
  ]);
  const lines = [titleOf("IMAP", incoming), ...received.lines, titleOf("SMTP", outgoing), ...sent.lines];
  return {
    lines,
    ...(received.trouble ? { incoming: received.trouble } : {}),
    ...(sent.trouble ? { outgoing: sent.trouble } : {}),
  };
}

/** Only whether emails could be sent. */
export const checkSending = async (outbound: Outbound, account: MailAccount): Promise<Trouble | null> =>
  (await attempt(account, (log) => trySending(outbound, account, log))).trouble ?? null;

const titleOf = (what: string, { host, port }: MailAccount) => `${what} ${host}:${port}`;

async function tryReading(outbound: Outbound, account: MailAccount, log: LineLog): Promise<void> {
  const { openMailbox } = await import("../../../platform/imap/mailbox.ts"); // loaded with the first mailbox
  const mailbox = await openMailbox(outbound, { ...account, log });
  try {
    await mailbox.examine("INBOX");
  } finally {
    await mailbox.close();
  }
}

async function trySending(outbound: Outbound, account: MailAccount, log: LineLog): Promise<void> {
  const smtp = await import("../../../platform/smtp/send-mail.ts"); // loaded with the first mailbox
  await smtp.trySending(outbound, account, { log });
}

async function attempt(account: MailAccount, run: (log: LineLog) => Promise<void>): Promise<{ lines: string[]; trouble?: Trouble }> {
  const lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Trouble>((resolve) => {
    timer = setTimeout(() => resolve(troubleOf("silent")), CHECK_MS);
  });
  const done = run((line) => void lines.push(line)).then(
    () => undefined,
    (error: unknown): Trouble => trouble(error, { isToken: account.accessToken !== undefined }),
  );
  const found = await Promise.race([done, late]);
  clearTimeout(timer);
  // A copy: a connection that is late goes on writing.
  return { lines: [...lines], ...(found ? { trouble: found } : {}) };
}
