import { createHmac } from "node:crypto";
import type { Client } from "pg";
import { createChannelCredentials } from "../server/src/features/channels/credentials.ts";
import { channelId } from "../server/src/features/channels/shapes.ts";
import { createWhatsAppCredentials } from "../server/src/features/channels/whatsapp/credentials.ts";
import { newId } from "../server/src/platform/random.ts";
import { createVault } from "../server/src/platform/vault.ts";

const SECRETS = { token: "no token of anybody", appSecret: "no secret of any app", verifyToken: "nothing to verify" };
const NUMBER_ID = "100000000000190";
export const SERVICE_ADDRESS = "service@fernhill.example";
const SERVER = { host: "mail.fernhill.example", port: 993, security: "tls" };

interface Owner {
  companyId: string;
  userId: string;
  now: Date;
}

/** A mailbox and a number that answer to nobody: adding one by a call tries it first, and here there is nothing to try. */
export function demoChannels(database: Client, secret: string) {
  const vault = createVault(secret);

  async function insert(kind: string, name: string, address: string, settings: object, { companyId, userId, now }: Owner) {
    const id = newId();
    const credentials =
      kind === "email"
        ? createChannelCredentials(vault).seal(companyId, id, { password: "no password of anybody" })
        : createWhatsAppCredentials(vault).seal(companyId, id, SECRETS);
    await database.query(
      `insert into channels (company_id, id, kind, name, address, access, settings, credentials, since, last_connected_at, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'everyone', $6, $7, $8, $8, $9, $8, $8)`,
      [companyId, id, kind, name, address, JSON.stringify(settings), credentials, now, userId],
    );
    return channelId.encode(id);
  }

  return {
    async addMailbox(owner: Owner): Promise<string> {
      const email = { incoming: SERVER, outgoing: { ...SERVER, port: 465 }, user: SERVICE_ADDRESS, sender_name: "" };
      const id = await insert("email", "Service", SERVICE_ADDRESS, { email, sign_in: "password" }, owner);
      await database.query(
        "insert into channel_folders (company_id, channel_id, path, role, uid_validity) values ($1, $2, 'INBOX', 'inbox', 1)",
        [owner.companyId, channelId.decode(id)],
      );
      return id;
    },

    addWhatsApp: (owner: Owner) =>
      insert(
        "whatsapp",
        "WhatsApp",
        "+49 30 55570190",
        { whatsapp: { phone_number_id: NUMBER_ID, business_account_id: "200000000000190" } },
        owner,
      ),

    /** What fetching does with a mail. */
    async putMail(companyId: string, channel: string, uid: number, mail: string, now: Date): Promise<void> {
      const bytes = Buffer.from(mail);
      await database.query(
        "insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, received_at) values ($1, $2, $3, $4, $5, $6, $7)",
        [companyId, newId(), channelId.decode(channel), `INBOX/1/${uid}`, bytes, bytes.length, now],
      );
    },
  };
}

/** A callback as Meta sends it, with its signature. */
export function whatsAppCallback(value: object): { body: Buffer; signature: string } {
  const metadata = { display_phone_number: "493055570190", phone_number_id: NUMBER_ID };
  const entry = { id: "200000000000190", changes: [{ field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } }] };
  const body = Buffer.from(JSON.stringify({ object: "whatsapp_business_account", entry: [entry] }));
  return { body, signature: `sha256=${createHmac("sha256", SECRETS.appSecret).update(body).digest("hex")}` };
}
