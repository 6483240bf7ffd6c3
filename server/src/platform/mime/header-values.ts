import { invalid } from "../../kernel/errors.ts";
import type { Mailbox } from "./read-mail-types.ts";

// A line end inside a header begins a new header, and in an address a new command to the mail server. The program that writes the mail would
// replace or leave out some of them; here every one is refused, so that nobody's text is sent differently from how it was written.

const BREAKS = /[\r\n\0\u0085\u2028\u2029]/;
const MAX_ADDRESS_LENGTH = 254;
/** Without quotes, brackets, commas and spaces: such addresses exist on paper, and in practice they are an attack. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@]{1,64}@[^\s<>()[\]\\,;:"@]{1,190}$/;

/** The value of a header, or an error that names the field. */
export function headerValue(pointer: string, value: string): string {
  if (BREAKS.test(value)) throw refused(pointer, "A line break or a control character is not allowed here. Remove it.");
  return value;
}

/** An address for a header and the envelope. */
export function headerMailbox(pointer: string, { name, address }: Mailbox): Mailbox {
  headerValue(`${pointer}/name`, name);
  headerValue(`${pointer}/address`, address);
  if (address.length > MAX_ADDRESS_LENGTH || !ADDRESS.test(address))
    throw refused(`${pointer}/address`, "Not an email address. Write it like ada@example.com.");
  return { name, address };
}

/** An id without "<" and ">". */
export function headerId(pointer: string, id: string): string {
  if (!/^[^\s<>\0]{1,250}$/.test(id)) throw refused(pointer, "Not a message id.");
  return id;
}

const refused = (pointer: string, message: string) => invalid([{ pointer, message }]);
