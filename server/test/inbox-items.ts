import { newId, newIds } from "../src/platform/random.ts";
import type { ConnectedMailbox } from "./mail/connected-mailbox.ts";
import { until } from "./mail/mail-program.ts";
import type { Person, Service } from "./service.ts";

interface Options {
  kind?: "email" | "api";
  address?: string;
  access?: "everyone" | "private";
}

/** A channel that nobody reads: what arrives in it is put there by a test. */
export async function giveChannel(
  service: Service,
  ada: Pick<Person, "email">,
  { kind = "email", address = "support@ours.example", access = "everyone" }: Options = {},
): Promise<ConnectedMailbox> {
  const id = newId();
  const [row] = await service.database.query(
    `insert into channels (company_id, id, kind, name, address, access, owner_id, history_days, since, created_by, created_at, updated_at)
     select company_id, $2, $3, 'Channel', $4, $5, case when $5 = 'private' then id end, 30, now(), id, now(), now() from users where email = $1
     returning company_id`,
    [ada.email, id, kind, kind === "email" ? address : null, access],
  );
  const companyId = String(row?.["company_id"]);
  for (const [path, role] of [
    ["INBOX", "inbox"],
    ["Sent", "sent"],
    ["Junk", "junk"],
  ])
    await service.database.query(
      "insert into channel_folders (company_id, channel_id, path, role, uid_validity) values ($1, $2, $3, $4, 1)",
      [companyId, id, path, role],
    );
  return { companyId, id, address };
}

let uid = 0;

/** Puts mails where fetching puts them, as new ones or as old ones that are read afterwards. Answers the ids of the items. */
export async function putMails(
  service: Service,
  { companyId, id }: ConnectedMailbox,
  mails: (string | Buffer)[],
  folder: "INBOX" | "Sent" | "Junk" = "INBOX",
  isHistory = false,
): Promise<string[]> {
  const ids = newIds(mails.length);
  for (const [nth, mail] of mails.entries()) {
    const bytes = Buffer.from(mail);
    const item = ids[nth];
    await service.database.query(
      "insert into inbound_items (company_id, id, channel_id, source_key, bytes, size, received_at, is_history) values ($1, $2, $3, $4, $5, $6, $7, $8)",
      [companyId, item, id, `${folder}/1/${++uid}`, bytes, bytes.length, service.clock.now(), isHistory],
    );
  }
  return ids;
}

/** Waits until nothing waits in the channel; what is to be tried again later does not count. */
export const untilTaken = (service: Service, { companyId, id }: ConnectedMailbox, seconds?: number) =>
  until(
    "everything is taken",
    async () =>
      (
        await service.database.query(
          "select 1 from inbound_items where company_id = $1 and channel_id = $2 and state = 'new' and (next_try_at is null or next_try_at <= $3) limit 1",
          [companyId, id, service.clock.now()],
        )
      ).length === 0,
    seconds,
  );

/** The messages of a channel as they are inside, oldest first. */
export const messagesOf = (service: Service, { companyId, id }: ConnectedMailbox) =>
  service.database.query(
    `select m.*, encode(m.message_key, 'hex') as key, c.state as conversation_state, c.waits_for, c.contact_id as conversation_contact, c.message_count, c.preview, c.last_message_id
     from messages m join conversations c on c.company_id = m.company_id and c.id = m.conversation_id
     where m.company_id = $1 and m.channel_id = $2 order by m.at, m.id`,
    [companyId, id],
  );

export const itemsOf = (service: Service, { companyId, id }: ConnectedMailbox) =>
  service.database.query(
    "select id, state, reason, attempts, message_id from inbound_items where company_id = $1 and channel_id = $2 order by id",
    [companyId, id],
  );
