import type { FetchedMail } from "../../../platform/imap/fetching.ts";

export const MAX_MAILS = 50;
export const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Hands mails on in parts of 50 or 4 MiB: however large a mailbox is, a session holds no more than that and one mail. The server is not
 * read on while a part is being written down.
 */
export async function inParts(mails: AsyncIterable<FetchedMail>, keep: (part: FetchedMail[]) => Promise<void>): Promise<void> {
  let part: FetchedMail[] = [];
  let bytes = 0;
  const flush = async () => {
    const full = part;
    [part, bytes] = [[], 0];
    if (full.length > 0) await keep(full);
  };
  for await (const mail of mails) {
    part.push(mail);
    bytes += mail.isTooLarge ? 0 : mail.bytes.length;
    if (part.length >= MAX_MAILS || bytes >= MAX_BYTES) await flush();
  }
  await flush();
}
