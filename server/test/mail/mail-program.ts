import { ImapFlow } from "imapflow";
import { PATIENCE_MS } from "../measured.ts";
import { until as untilTrue } from "../waiting.ts";
import type { MailServers } from "./mail-servers.ts";

/** The mailbox as a mail program sees it. */
export async function inMailProgram<T>(
  servers: MailServers,
  address: string,
  work: (client: ImapFlow) => Promise<T>,
  password = servers.password,
): Promise<T> {
  const client = new ImapFlow({
    host: "localhost",
    port: servers.ports.imap,
    secure: false,
    doSTARTTLS: true,
    auth: { user: address, pass: password },
    logger: false,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

/** Waits for an answer that is true. */
export const until = (what: string, isSo: () => Promise<boolean>, seconds = PATIENCE_MS / 1_000) =>
  untilTrue(isSo, what, { everyMs: 30, patienceMs: seconds * 1_000 });
