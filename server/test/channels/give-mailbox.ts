import type { MailServers } from "../mail/mail-servers.ts";

/** The settings of a mailbox on the mail servers of a test. */
export const settingsOf = (servers: MailServers, user: string) => ({
  incoming: { host: "localhost", port: servers.ports.imap, security: "starttls" as const },
  outgoing: { host: "localhost", port: servers.ports.smtp, security: "starttls" as const },
  user,
});

/** What adds such a mailbox. */
export const mailboxOf = (servers: MailServers, address: string) => ({
  kind: "email" as const,
  name: address.slice(0, address.indexOf("@")),
  address,
  email: settingsOf(servers, address),
  password: servers.password,
});
