import type { Address } from "postal-mime";
import { cleanLine } from "./clean-text.ts";
import { MAX_ADDRESS, MAX_NAME, MAX_RECIPIENTS } from "./limits.ts";
import type { Mailbox } from "./read-mail-types.ts";

/** The addresses of a header, groups opened, at most a thousand, and how many were left out. */
export function readMailboxes(addresses: readonly Address[] | undefined): { mailboxes: Mailbox[]; leftOut: number } {
  const mailboxes: Mailbox[] = [];
  let leftOut = 0;
  const seen = new Set<string>();
  for (const address of addresses ?? [])
    for (const one of address.group ?? [address]) {
      const mailbox = readMailbox(one);
      if (!mailbox || seen.has(mailbox.address.toLowerCase())) continue;
      if (mailboxes.length >= MAX_RECIPIENTS) leftOut++;
      else mailboxes.push(mailbox);
      seen.add(mailbox.address.toLowerCase());
    }
  return { mailboxes, leftOut };
}

export const firstMailbox = (address: Address | undefined) => readMailboxes(address ? [address] : []).mailboxes[0] ?? null;

/** Without an address there is nobody to answer: a bare name is left out. */
function readMailbox({ name, address }: { name: string; address?: string | undefined }): Mailbox | null {
  const plain = cleanLine(address ?? "", MAX_ADDRESS);
  if (plain === "" || /\s/.test(plain)) return null;
  return { name: cleanLine(name, MAX_NAME), address: plain };
}
