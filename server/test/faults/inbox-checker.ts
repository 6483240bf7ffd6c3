import { type ConnectedMailbox } from "../mail/connected-mailbox.ts";
import { inMailProgram } from "../mail/mail-program.ts";
import type { MailServers } from "../mail/mail-servers.ts";
import type { Service } from "../service.ts";

/** Mails that may be removed before anybody saw them. */
export const DOOMED = "doomed-";

/** Compares the mailbox, as a mail program reads it, with the messages that are here. */
export async function compareMailbox(service: Service, servers: MailServers, { companyId, id, address }: ConnectedMailbox) {
  const there = await inMailProgram(servers, address, async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const found: string[] = [];
    for await (const { envelope } of client.fetch("1:*", { envelope: true }))
      found.push((envelope?.messageId ?? "").replaceAll(/[<>]/g, ""));
    return found.filter((one) => !one.startsWith(DOOMED));
  });
  const rows = await service.database.query("select rfc_id from messages where company_id = $1 and channel_id = $2", [companyId, id]);
  const here = Map.groupBy(
    rows.map((row) => String(row["rfc_id"])),
    (one) => one,
  );
  return {
    there: new Set(there).size,
    lost: [...new Set(there)].filter((one) => !here.has(one)),
    twice: [...here].filter(([, same]) => same.length > 1).map(([one]) => one),
  };
}
