import { channelId } from "../src/features/channels/shapes.ts";
import { conversationId, messageId } from "../src/features/inbox/ids.ts";
import { memberId } from "../src/features/members/operations.ts";
import { newId } from "../src/platform/random.ts";
import { giveChannel as giveChannelWithItems } from "./channels/give-channel.ts";
import type { Person, Service } from "./service.ts";
import { companyOf } from "./website-leads.ts";

interface Given {
  /** Its id as shown. */
  channel: string;
  from?: string;
  name?: string;
  subject?: string;
  text?: string;
  at?: Date;
  dueAt?: Date;
  waitsFor?: "us" | "them";
  state?: "open" | "closed" | "spam";
  files?: number;
}

interface GivenMessage {
  company: string;
  conversation: string;
  channel: string;
  given: Given;
  at: Date;
}

async function insertMessage(service: Service, { company, conversation, channel, given, at }: GivenMessage): Promise<string> {
  const id = newId();
  const from = given.from ?? "anneke@acme.example";
  await service.database.query(
    `insert into messages (company_id, id, conversation_id, channel_id, direction, state, sender, recipients, subject, text, at, file_count)
     values ($1, $2, $3, $4, 'in', 'received', $5, '{"to": [{"name": "", "address": "sales@us.example"}]}', $6, $7, $8, $9)`,
    [
      company,
      id,
      conversation,
      channel,
      { name: given.name ?? "Anneke Vos", address: from },
      given.subject ?? "",
      given.text ?? "",
      at,
      given.files ?? 0,
    ],
  );
  await service.database.query(
    `update conversations set last_message_id = $3, last_at = $4, message_count = message_count + 1, preview = left($5, 200)
     where company_id = $1 and id = $2`,
    [company, conversation, id, at, given.text ?? ""],
  );
  return id;
}

/** A conversation with one message from outside, as if it had been received. */
export async function giveConversation(service: Service, owner: Person, given: Given): Promise<{ cnv: string; msg: string }> {
  const company = await companyOf(service, owner);
  const conversation = newId();
  const channel = channelId.decode(given.channel);
  const at = given.at ?? service.clock.now();
  await service.database.query(
    `insert into conversations (company_id, id, channel_id, subject, state, waits_for, due_at, last_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [company, conversation, channel, given.subject ?? "", given.state ?? "open", given.waitsFor ?? "us", given.dueAt ?? null, at],
  );
  const message = await insertMessage(service, { company, conversation, channel, given, at });
  return { cnv: conversationId.encode(conversation), msg: messageId.encode(message) };
}

/** One more message from outside. */
export async function giveMessage(service: Service, owner: Person, cnv: string, given: Given): Promise<string> {
  const company = await companyOf(service, owner);
  const at = given.at ?? service.clock.now();
  const conversation = conversationId.decode(cnv);
  return messageId.encode(await insertMessage(service, { company, conversation, channel: channelId.decode(given.channel), given, at }));
}

/** A channel. A private one is a mailbox of the owner's, which was connected some time ago. */
export async function giveChannel(
  service: Service,
  owner: Person,
  access: "everyone" | "chosen" | "private" = "everyone",
  members: string[] = [],
): Promise<string> {
  const name = `Channel ${newId()}`;
  if (access !== "private") return (await owner.call("channels.create", { kind: "api", name, access, members })).id;
  const [company, id] = [await companyOf(service, owner), newId()];
  await service.database.query(
    `insert into channels (company_id, id, kind, name, access, owner_id, since, created_by, created_at, updated_at)
     values ($1, $2, 'api', $3, 'private', $4, now(), $4, now(), now())`,
    [company, id, name, memberId.decode(owner.userId)],
  );
  return channelId.encode(id);
}

/** One of each thing of the inbox, by the prefix of its id. */
export async function giveInboxThings(service: Service, owner: Person): Promise<Record<string, string>> {
  const chn = await giveChannel(service, owner);
  return { chn, ...(await giveConversation(service, owner, { channel: chn, subject: "Theirs" })) };
}

/** What the tables of channels and the inbox refer with. */
export async function giveInboxRows(service: Service, owner: Person): Promise<void> {
  await giveChannelWithItems(service, owner);
  await giveChannel(service, owner, "private");
  const { chn = "", cnv: id = "", msg: message = "" } = await giveInboxThings(service, owner);
  await owner.call("inbox.setContact", { id });
  const { record } = await owner.call("records.create", { type: "deal", values: { name: "Discussed" } });
  await owner.call("inbox.setRecords", { id, records: [record.id] });
  await owner.call("inbox.markRead", { id, message });
  await owner.call("inbox.update", { id, assignee: owner.userId });
  await owner.call("inbox.addNote", { id, text: "A note" });
  await owner.call("inbox.saveDraft", { id, text: "Dear Anneke,", seen: message });
  await owner.call("inbox.saveSignature", { channel: chn, text: "Kind regards" });
  await owner.call("inbox.saveClockPolicy", { is_on: true, first_minutes: 60, next_minutes: 60 });
  await owner.call("inbox.attend", { id, doing: "reading" });
  await service.database.query(
    `insert into message_ids (company_id, channel_id, rfc_id, message_id, conversation_id)
     select company_id, channel_id, 'id@out.example', id, conversation_id from messages where id = $1`,
    [messageId.decode(message)],
  );
  await giveSendings(service, owner, id, message);
}

/** What the tables about sending refer with. */
async function giveSendings(service: Service, owner: Person, conversation: string, seen: string): Promise<void> {
  const { key } = await owner.key();
  const written = await service.rest(key, "POST", "/messages", { conversation, text: "Yes", seen });
  const consent = { address: "jo@out.example", state: "granted", source: "A call" };
  const recorded = await service.rest(key, "POST", "/consents", consent);
  if (!written.ok || !recorded.ok) throw new Error(`${await written.text()} ${await recorded.text()}`);
  const [channel] = (await owner.call("channels.list", {})).items;
  await owner.call("inbox.setAutoReply", { id: channel?.id ?? "", text: "We got it." });
}

/** Conversations with the company's name in each word. */
export async function furnishInbox(service: Service, owner: Person, company: string): Promise<Record<string, string[]>> {
  const chn = [await giveChannel(service, owner), await giveChannel(service, owner, "private")];
  const made = [];
  for (const channel of [...chn, ...chn])
    made.push(
      await giveConversation(service, owner, { channel, name: company, from: `${company}@out.example`, subject: company, text: company }),
    );
  return { chn, cnv: made.map(({ cnv }) => cnv), msg: made.map(({ msg }) => msg) };
}
