import { channelId } from "../src/features/channels/shapes.ts";
import { createChannelCredentials } from "../src/features/channels/credentials.ts";
import { NO_SENDING_TROUBLE } from "../src/features/channels/store.ts";
import { messageId } from "../src/features/inbox/ids.ts";
import { newId } from "../src/platform/random.ts";
import { createVault } from "../src/platform/vault.ts";
import { TEST_SECRET } from "../../scripts/test-database.ts";
import type { Person, Service } from "./service.ts";

interface MailServer {
  host: string;
  port: number;
  security: "tls" | "starttls";
}

interface Mailbox {
  outgoing: MailServer;
  /** Left out: nobody looks for incoming mail. */
  incoming?: MailServer;
  address?: string;
  password?: string;
}

/** A mailbox, written straight into the database: adding one by a call tries both servers. */
export async function mailChannel(service: Service, ada: Person, mailbox: Mailbox): Promise<string> {
  const { outgoing, incoming, address = "help@kith.example", password = "secret-of-the-mailbox" } = mailbox;
  const id = newId();
  const [owner] = await service.database.query("select company_id, id from users where email = $1", [ada.email]);
  const companyId = String(owner?.["company_id"]);
  const credentials = createChannelCredentials(createVault(TEST_SECRET)).seal(companyId, id, { password });
  const email = { incoming: incoming ?? outgoing, outgoing, user: address, sender_name: "" };
  await service.database.query(
    `insert into channels (company_id, id, kind, name, address, access, settings, credentials, since, next_try_at, created_by, created_at, updated_at)
     values ($1, $2, 'email', 'Help', $3, 'everyone', $4, $5, now(), case when $7 then null else now() + interval '10 years' end, $6, now(), now())`,
    [companyId, id, address, JSON.stringify({ email, sign_in: "password" }), credentials, owner?.["id"], incoming !== undefined],
  );
  return channelId.encode(id);
}

export async function messageRow({ database }: Service, message: string): Promise<Record<string, unknown>> {
  const [row] = await database.query("select * from messages where id = $1", [messageId.decode(message)]);
  if (!row) throw new Error(`no message ${message}`);
  return row;
}

/** Nobody waits ten seconds in a test: their time has come, or that of one message. What was wrong with sending is over. */
export async function letLeave({ database }: Service, message?: string): Promise<void> {
  await database.query(`update channels set ${NO_SENDING_TROUBLE} where sending_cause is not null`);
  await database.query(
    "update message_sendings set next_at = now() - interval '1 minute' where next_at is not null and ($1::uuid is null or message_id = $1)",
    [message ? messageId.decode(message) : null],
  );
}
