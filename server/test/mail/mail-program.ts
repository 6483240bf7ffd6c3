import { setTimeout } from "node:timers/promises";
import { ImapFlow } from "imapflow";
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
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 20): Promise<void> {
  const limit = performance.now() + seconds * 1_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error(`not within ${seconds} s: ${what}`);
    await setTimeout(30);
  }
}
