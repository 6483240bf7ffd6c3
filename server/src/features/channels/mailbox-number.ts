import type { Settings } from "./store.ts";

// A mail server numbers the emails of each mailbox, and two mailboxes may use the same numbers: many give the same UIDVALIDITY to all of theirs.
// A channel that is given another mailbox would take new emails for old ones. So it counts its mailboxes, and the count is part of each number.

/** The settings as they are kept: with the number of the mailbox, which is a new one if another server or user is named. */
export function withMailboxNumber(kept: Settings, given: Settings): Settings {
  if (!given.email) return given;
  const number = (kept.mailbox_number ?? 0) + (isSameMailbox(kept, given) ? 0 : 1);
  return number > 0 ? { ...given, mailbox_number: number } : given;
}

/** Ports and security say how a server is reached, not which one it is. */
const isSameMailbox = ({ email: kept }: Settings, { email: given }: Settings) =>
  kept?.incoming.host.toLowerCase() === given?.incoming.host.toLowerCase() && kept?.user.toLowerCase() === given?.user.toLowerCase();

/** Servers count in 32 bits, so what is above them is free. */
const UIDVALIDITIES = 2 ** 32;

/** A folder's UIDVALIDITY, as it is among all mailboxes of the channel. */
export const numberedValidity = (mailboxNumber: number, uidValidity: number) => mailboxNumber * UIDVALIDITIES + uidValidity;
