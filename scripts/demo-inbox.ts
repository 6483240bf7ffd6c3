import { Client } from "pg";
import type { OutputOf } from "../server/src/contract.ts";
import { channelId } from "../server/src/features/channels/shapes.ts";
import { acceptWhatsApp } from "../server/src/features/channels/whatsapp/operations.ts";
import { conversationId, messageId } from "../server/src/features/inbox/ids.ts";
import { claimMessages, recordOutcome } from "../server/src/features/inbox/send/worker-operations.ts";
import { createChannelTaker } from "../server/src/features/inbox/take/take-channel.ts";
import { memberId } from "../server/src/features/members/operations.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../server/src/kernel/clock.ts";
import type { Execute } from "../server/src/kernel/execute.ts";
import { asSystem } from "../server/src/platform/as-system.ts";
import type { Logger } from "../server/src/platform/log.ts";
import { demoChannels, whatsAppCallback } from "./demo-channels.ts";
import { CANNED_REPLIES, talksOf } from "./demo-inbox-plan.ts";
import type { Talk, Turn, Who } from "./demo-inbox-texts.ts";
import { demoMail, fileOf } from "./demo-mail.ts";
import type { Call } from "./demo-records.ts";

/** What the inbox of the demo company needs from the rest of it. */
export interface InboxScene {
  /** As Mara, an Admin. */
  call: Call;
  as(email: string): Promise<Call>;
  execute: Execute;
  log: Logger;
  databaseUrl: string;
  secret: string;
  companyId(): Promise<string>;
  /** The time in the demo. */
  now(): Date;
  passTime(ms: number): void;
}

interface Person {
  name: string;
  address: string;
  phone?: string | undefined;
}

const LEASE = "demo";
const CUSTOMERS = 8;
const emailOf = (who: Who) => `${who}@fernhill.example`;

/** Three channels and some weeks of conversations, each step at its time. */
export function demoInbox(scene: InboxScene) {
  const database = new Client({ connectionString: scene.databaseUrl });
  const channels = demoChannels(database, scene.secret);
  const state = { companyId: "", channels: { mail: "", whatsapp: "", fair: "" }, members: new Map<string, string>(), uid: 0 };
  const talks = talksOf();

  async function setUp(): Promise<void> {
    await database.connect();
    state.companyId = await scene.companyId();
    await database.query("set app.backfill = 'on'"); // row-level security holds for the owner of the tables, too
    const { items } = await scene.call("members.list", { limit: 100 });
    for (const { id, email } of items) state.members.set(email, id);
    const owner = { companyId: state.companyId, userId: memberId.decode(state.members.get(emailOf("mara")) ?? ""), now: scene.now() };
    state.channels.mail = await channels.addMailbox(owner);
    state.channels.whatsapp = await channels.addWhatsApp(owner);
    state.channels.fair = (await scene.call("channels.create", { kind: "api", name: "Trade fair app", access: "everyone" })).id;
    await scene.call("inbox.saveClockPolicy", { is_on: true, first_minutes: 240, next_minutes: 480 });
    for (const reply of CANNED_REPLIES) await scene.call("cannedReplies.create", { ...reply, is_shared: true });
    await scene.call("inbox.saveSignature", { channel: state.channels.mail, text: "Kind regards\nMara Lindqvist, Fernhill Instruments" });
    await choosePeople();
  }

  /** Contacts with open deals first, so that there is something beside their conversations, then the newest; those who have a phone for WhatsApp. */
  async function choosePeople(): Promise<void> {
    const { items: newest } = await scene.call("records.list", { type: "contact", limit: 100 });
    const customers: OutputOf<"records.get">[] = [];
    for (const id of await idsOfCustomers()) customers.push(await scene.call("records.get", { id }));
    const items = [...customers, ...newest.filter((one) => customers.every(({ id }) => id !== one.id))];
    const first = (list: unknown) => (Array.isArray(list) ? String(list[0] ?? "") : "");
    const people = items.map(({ title, values }) => ({ name: title, address: first(values["email"]), phone: first(values["phone"]) }));
    const [reached, others] = [people.filter((one) => one.phone), people.filter((one) => !one.phone)];
    for (const talk of talks)
      talk.person = talk.stranger ?? (talk.through === "whatsapp" ? reached.shift() : (others.shift() ?? reached.pop()));
  }

  async function idsOfCustomers(): Promise<string[]> {
    const { items } = await scene.call("records.list", {
      type: "deal",
      filter: "is:open close_date:today..",
      sort: "close_date",
      limit: CUSTOMERS,
    });
    const ids = items.flatMap(({ values }) => (values["contacts"] ?? []) as { id: string }[]).map(({ id }) => id);
    return [...new Set(ids)];
  }

  async function take(through: Talk["through"]): Promise<{ conversation: string; message: string }> {
    const channel = { companyId: state.companyId, channelId: channelId.decode(state.channels[through]) };
    const taker = createChannelTaker({ execute: scene.execute, log: scene.log }, channel);
    await taker.write((await taker.read([])).arrivals);
    const { rows } = await database.query<{ reason: string | null; conversation_id: string | null; id: string | null }>(
      `select i.reason, m.conversation_id, m.id from inbound_items i left join messages m on m.company_id = i.company_id and m.id = i.message_id
       where i.company_id = $1 and i.channel_id = $2 order by i.id desc limit 1`,
      [channel.companyId, channel.channelId],
    );
    const [row] = rows;
    if (!row?.conversation_id || !row.id) throw new Error(`not taken: ${row?.reason ?? "nothing there"}`);
    return { conversation: conversationId.encode(row.conversation_id), message: messageId.encode(row.id) };
  }

  async function receive({ through, subject = "", name, person }: Planned, turn: Turn, count: number): Promise<void> {
    const [from, id, at] = [person ?? { name: "", address: "" }, state.channels[through], scene.now()];
    if (through === "mail")
      await channels.putMail(state.companyId, id, ++state.uid, demoMail({ from, subject, thread: name, count, at, turn }), at);
    if (through === "fair")
      await scene.call("channels.putInbound", {
        id,
        external_id: `${name}-${count}`,
        thread: name,
        from: { name: from.name, address: from.address },
        subject,
        text: turn.in ?? "",
        at: at.toISOString(),
        files: (turn.files ?? []).map(fileOf),
      });
    if (through === "whatsapp") await callBack(from, { id: `wamid.${name}.${count}`, text: turn.in ?? "", at });
  }

  async function callBack(from: Person, { id, text, at }: { id: string; text: string; at: Date }): Promise<void> {
    const phone = (from.phone ?? "").replaceAll(/\D/g, "");
    const message = { id, from: phone, timestamp: String(Math.floor(at.getTime() / SECOND_MS)), type: "text", text: { body: text } };
    const sent = whatsAppCallback({ contacts: [{ wa_id: phone, profile: { name: from.name } }], messages: [message] });
    await asSystem(scene.execute, state.companyId)(acceptWhatsApp, { id: state.channels.whatsapp, ...sent });
  }

  async function answer(talk: Planned, turn: Turn): Promise<string> {
    const call = await scene.as(emailOf(turn.by ?? "mara"));
    const written = await call("inbox.writeMessage", {
      conversation: talk.conversation,
      text: turn.out ?? "",
      seen: talk.newest,
    });
    scene.passTime(11 * SECOND_MS); // the time in which it can be undone
    await leave(talk, written.id);
    return written.id;
  }

  /** What a worker, or the program of the API channel, does with a message that is due. */
  async function leave({ through }: Planned, id: string): Promise<void> {
    const system = asSystem(scene.execute, state.companyId);
    if (through === "fair") {
      await scene.call("inbox.takeOutbound", { id: state.channels.fair, limit: 20 });
      await scene.call("channels.putStatuses", { id: state.channels.fair, statuses: [{ message: id, state: "delivered" }] });
      return void (await take("fair"));
    }
    const { messages } = await system(claimMessages, { lease: LEASE, most: 20, room: {} });
    for (const { id: claimed } of messages)
      await system(recordOutcome, {
        id: messageId.encode(claimed),
        lease: LEASE,
        outcome: { outcome: "sent", words: "250 2.0.0 Ok: queued" },
      });
  }

  async function step(talk: Planned, turn: Turn, count: number): Promise<void> {
    // Notes do not count as the newest message.
    if (turn.note) await (await scene.as(emailOf(turn.by ?? "mara")))("inbox.addNote", { id: talk.conversation, text: turn.note });
    else if (turn.out) talk.newest = await answer(talk, turn);
    else {
      await receive(talk, turn, count);
      const taken = await take(talk.through);
      [talk.conversation, talk.newest] = [taken.conversation, taken.message];
      if (count === 0 && (talk.assignee || talk.tags)) await sort(talk);
    }
  }

  async function sort({ conversation: id, assignee, tags }: Planned): Promise<void> {
    const user = assignee && state.members.get(emailOf(assignee));
    await scene.call("inbox.update", { id, ...(user ? { assignee: user } : {}), ...(tags ? { tags } : {}) });
  }

  async function finish({ conversation: id, end, assignee }: Planned): Promise<void> {
    const call = await scene.as(emailOf(assignee ?? "mara"));
    if (typeof end === "object")
      await call("inbox.update", { id, snoozed_until: new Date(Date.now() + end.snoozedForDays * DAY_MS).toISOString() });
    else if (end) await call("inbox.update", { id, state: end });
  }

  /** Nobody receives or sends for this company: there is no server. What waits for an answer is unread, the rest was read. */
  async function close(): Promise<void> {
    for (const id of [state.channels.mail, state.channels.whatsapp]) await scene.call("channels.setState", { id, state: "paused" });
    await database.query(
      `insert into conversation_reads (company_id, user_id, conversation_id, seen_message_id, at)
       select c.company_id, u.id, c.id, c.last_message_id, c.last_at from conversations c join users u on u.company_id = c.company_id
       where c.company_id = $1 and (c.state <> 'open' or c.waits_for = 'them') on conflict do nothing`,
      [state.companyId],
    );
    await database.query("analyze channels, conversations, messages, message_ids, conversation_reads, inbound_items");
    await database.end();
  }

  return [
    { agoMs: 36 * DAY_MS, run: setUp },
    ...talks.flatMap((talk) => [
      ...talk.steps.map(({ turn, agoMs, count }) => ({ agoMs, run: () => step(talk, turn, count) })),
      ...(talk.end ? [{ agoMs: talk.endsMs, run: () => finish(talk) }] : []),
    ]),
    { agoMs: 2 * MINUTE_MS, run: close },
  ];
}

type Planned = ReturnType<typeof talksOf>[number];
