import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { TEST_SECRET } from "../../../scripts/test-database.ts";
import { createChannelCredentials, type Credentials } from "../../src/features/channels/credentials.ts";
import { newId } from "../../src/platform/random.ts";
import { createVault } from "../../src/platform/vault.ts";
import type { Person, Service } from "../service.ts";
import type { MailServers } from "./mail-servers.ts";

const credentials = createChannelCredentials(createVault(TEST_SECRET));

interface Options {
  /** Of the line in front of the server. */
  port?: number;
  password?: string;
  historyDays?: number;
}

export interface ConnectedMailbox {
  companyId: string;
  id: string;
  address: string;
}

/** A channel with a mailbox, as it is after somebody connected it. */
export async function connectMailbox(
  service: Service,
  ada: Pick<Person, "email">,
  servers: MailServers,
  address: string,
  { port = servers.ports.imap, password = servers.password, historyDays = 30 }: Options = {},
): Promise<ConnectedMailbox> {
  const id = newId();
  const [user] = await service.database.query("select company_id, id from users where email = $1", [ada.email]);
  const companyId = String(user?.["company_id"]);
  const server = (of: number) => ({ host: "127.0.0.1", port: of, security: "starttls" });
  const email = { incoming: server(port), outgoing: server(servers.ports.smtp), user: address, sender_name: "" };
  await service.database.query(
    `insert into channels (company_id, id, kind, name, address, access, settings, credentials, history_days, since, created_by, created_at, updated_at)
     values ($1, $2, 'email', $3, $3, 'everyone', $4, $5, $6, now(), $7, now(), now())`,
    [companyId, id, address, { email, sign_in: "password" }, credentials.seal(companyId, id, { password }), historyDays, user?.["id"]],
  );
  return { companyId, id, address };
}

/** What a person changes about a channel: a session under the old settings ends. */
export const changePassword = (service: Service, mailbox: ConnectedMailbox, password: string) =>
  changeCredentials(service, mailbox, { password });

export async function changeCredentials(service: Service, { companyId, id }: ConnectedMailbox, changed: Credentials): Promise<void> {
  await service.database.query(
    `update channels set credentials = $3, version = version + 1, state = 'ok', cause = null, failures = 0, next_try_at = null
     where company_id = $1 and id = $2`,
    [companyId, id, credentials.seal(companyId, id, changed)],
  );
}

/** Gives a folder a new UIDVALIDITY, as after a restore: all numbers are void. */
export function renumber({ folder }: MailServers, address: string, uidValidity: number, path = "INBOX"): void {
  const config = join(folder, "dovecot/dovecot.conf");
  execFileSync("doveadm", ["-c", config, "mailbox", "update", "--uid-validity", String(uidValidity), "-u", address, path]);
}

/** How many of a channel's rows there are: `inbound_items`, or `inbound_items where state = 'new'`. */
export async function countOf(service: Service, { companyId, id }: ConnectedMailbox, what: string): Promise<number> {
  const [table, condition = "true"] = what.split(" where ");
  const rows = await service.database.query(
    `select count(*)::int as n from ${table} where company_id = $1 and channel_id = $2 and (${condition})`,
    [companyId, id],
  );
  return Number(rows[0]?.["n"]);
}

/** A small mail. */
export const smallMail = (n: number | string, more: Record<string, string> = {}) => {
  const headers = { "Message-ID": `<${n}@elsewhere.example>`, From: "Ines Vos <ines@elsewhere.example>", Subject: `Mail ${n}`, ...more };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\r\n")}\r\n\r\nThe text of mail ${n}.\r\n`;
};
