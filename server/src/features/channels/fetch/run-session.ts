import { SECOND_MS } from "../../../kernel/clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Execute } from "../../../kernel/execute.ts";
import { asSystem } from "../../../platform/as-system.ts";
import { TIMING, type ImapTiming } from "../../../platform/imap/connect.ts";
import { openMailbox, type MailboxSession } from "../../../platform/imap/mailbox.ts";
import type { Logger } from "../../../platform/log.ts";
import { trouble, troubleOf } from "../../../platform/mail-account/trouble.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { MailAccountOpener } from "../email/accounts.ts";
import type { Trouble } from "../health.ts";
import type { LeasedChannel } from "../lease.ts";
import { channelId } from "../shapes.ts";
import { noteHealth } from "../worker-operations.ts";
import { followMailbox, isFull } from "./follow-mailbox.ts";

const MAX_LINES = 200;
// A session that ends sooner is a failure, if the one before it did so too. One that lasted longer is opened again, and nobody is told.
const SHORT_MS = 30 * SECOND_MS;
const UNAVAILABLE = 503;

export interface SessionNeeds {
  /** How long a connection may be silent; as usual where it is left out. */
  timing?: ImapTiming | undefined;
  execute: Execute;
  outbound: Outbound;
  accounts: MailAccountOpener;
  log: Logger;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

interface Ended {
  /** It was signed in, and ended soon. */
  isShort: boolean;
}

/** One session with a mailbox, from signing in to its end, and what it says about the channel's health. */
export async function runSession(
  { execute, outbound, accounts, log, inTurn, timing = TIMING }: SessionNeeds,
  { companyId, channelId: inside }: LeasedChannel,
  { signal, wasShort }: { signal: AbortSignal; wasShort: boolean },
): Promise<Ended> {
  const id = channelId.encode(inside);
  const call = asSystem(execute, companyId);
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line);
    if (lines.length > MAX_LINES) lines.shift();
  };
  const tell = (found: Trouble | null) => call(noteHealth, { id, trouble: found, lines });
  const opened = await accounts.open(companyId, inside);
  if ("trouble" in opened) {
    await tell(opened.trouble);
    return { isShort: false };
  }
  const account = opened.accounts.incoming;
  let mailbox: MailboxSession | undefined;
  const since = performance.now();
  const close = () => void mailbox?.close();
  try {
    mailbox = await openMailbox(outbound, { ...account, log: note, timing });
    signal.addEventListener("abort", close);
    let wasFull = await isFull(mailbox);
    const tellFull = () => tell(wasFull ? troubleOf("full") : null);
    await tellFull();
    const noteFull = async (isFullNow: boolean) => {
      if (isFullNow === wasFull) return;
      wasFull = isFullNow;
      await tellFull();
    };
    await followMailbox({ call, mailbox, mailboxNumber: opened.mailboxNumber, channel: id, inTurn, signal, noteFull });
    return { isShort: false };
  } catch (error) {
    if (isOurFault(error)) log.warn({ err: error, company_id: companyId, channel: inside }, "mails could not be written down");
    const isShort = mailbox !== undefined && performance.now() - since < SHORT_MS;
    if (!signal.aborted && (mailbox === undefined || (isShort && wasShort)))
      await tell(whatHappened(error, account.accessToken !== undefined));
    return { isShort };
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}

const isOurFault = (error: unknown) => error instanceof AppError && error.status >= 500 && error.status !== UNAVAILABLE;

function whatHappened(error: unknown, isToken: boolean): Trouble {
  if (!(error instanceof AppError)) return trouble(error, { isToken });
  if (error.status === UNAVAILABLE) throw error; // our database says nothing about the mailbox
  return { ...troubleOf("other"), words: "Its emails could not be written down. This is on our side." };
}
