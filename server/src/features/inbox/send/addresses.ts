import { normaliseEmail } from "../../records/index.ts";

export type ChannelKind = "email" | "whatsapp" | "api";

/** A person at an address, as it goes into a header. */
export interface Mailbox {
  name: string;
  address: string;
}

/** One spelling of an address, so that somebody who unsubscribed stays so however it is written. Undefined: this is not an address. */
export function sameAddress(channelKind: ChannelKind, address: string): string | undefined {
  if (/\p{Cc}/u.test(address)) return undefined;
  if (channelKind === "email") return normaliseEmail(address);
  if (channelKind === "whatsapp") return samePhone(address.trim());
  const text = address.trim().normalize("NFC").toLowerCase();
  return text.length > 0 && text.length <= 320 ? text : undefined;
}

/** Digits of a phone number, or WhatsApp's own id of a person, such as NL.134912. */
function samePhone(address: string): string | undefined {
  if (/^\+?[\d\s()./-]{5,30}$/.test(address)) return address.replaceAll(/\D/g, "");
  return /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/.test(address) ? address : undefined;
}

/** Each address once, the first spelling of it. */
export function eachOnce(kind: ChannelKind, mailboxes: Mailbox[], without: readonly Mailbox[] = []): Mailbox[] {
  const keyOf = ({ address }: Mailbox) => sameAddress(kind, address) ?? address;
  const seen = new Set(without.map(keyOf));
  return mailboxes.filter((mailbox) => {
    const key = keyOf(mailbox);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
