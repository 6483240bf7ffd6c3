import { recordId } from "../../server/src/features/records/inputs.ts";
import { newId } from "../../server/src/platform/random.ts";
import type { Person, Service } from "../../server/test/service.ts";
import { companyOf } from "../../server/test/website-leads.ts";

export const PER_CONVERSATION = 5;
const CHANNELS = 40;
const BATCH = 2_000;
const WORDS = 20_000;
/** Of this many messages one has the common word, and one the rare one. */
const COMMON_EVERY = 3.7;
const RARE_EVERY = 40_000;

/** Who sees all channels, eleven and one, in a company with so many messages. */
export async function buildSet(at: Service, messages: number): Promise<Record<"all" | "eleven" | "one", Person>> {
  const all = await at.given.admin();
  const [eleven, one] = [await at.given.member(all), await at.given.member(all)];
  const channels = await makeChannels(at, all, [eleven, one]);
  await fill(at, messages, await companyOf(at, all), channels, await makeContact(all));
  return { all, eleven, one };
}

async function makeChannels(at: Service, ada: Person, [some, one]: [Person, Person]): Promise<string[]> {
  const ids: string[] = [];
  const company = await companyOf(at, ada);
  for (let n = 0; n < CHANNELS; n++) {
    const members = [ada, ...(n < 11 ? [some] : []), ...(n === 0 ? [one] : [])].map(({ userId }) => userId);
    await ada.call("channels.create", { kind: "api", name: `Channel ${n}`, access: "chosen", members });
  }
  for (const row of await at.database.query("select id from channels where company_id = $1 order by id", [company]))
    ids.push(String(row["id"]));
  return ids;
}

/** Everybody writes from one place: rows look up where each contact works. */
async function makeContact(ada: Person): Promise<string> {
  const { record: organization } = await ada.call("records.create", { type: "organization", values: { name: "Aldermoor Water" } });
  const { record } = await ada.call("records.create", { type: "contact", values: { name: "Ines", organization: organization.id } });
  return recordId.decode(record.id);
}

async function fill({ database }: Service, total: number, company: string, channels: string[], contact: string): Promise<void> {
  await database.query("drop index messages_words");
  const now = Date.now();
  const word = () => `word${Math.floor(Math.random() ** 3 * WORDS)}`;
  const textOf = (n: number) =>
    [
      ...Array.from({ length: 60 }, word),
      ...(n % COMMON_EVERY < 1 ? ["everywhere"] : []),
      ...(n % RARE_EVERY === 7 ? ["quetzalcoatl"] : []),
    ].join(" ");
  const write = async (from: number) => {
    const conversations = Array.from({ length: BATCH }, (_, n) => {
      const at = from + n;
      const state = at % 50 === 0 ? "open" : "closed";
      return { id: newId(), channel_id: channels[at % CHANNELS], subject: `About ${word()}`, state, at: new Date(now - at * 90_000) };
    });
    await database.query(
      `insert into conversations (company_id, id, channel_id, subject, state, contact_id, last_at, created_at)
       select $1, c.id, c.channel_id, c.subject, c.state, $3, c.at, c.at
       from jsonb_to_recordset($2::jsonb) as c (id uuid, channel_id uuid, subject text, state text, at timestamptz)`,
      [company, JSON.stringify(conversations), contact],
    );
    const messages = conversations.flatMap((conversation, place) =>
      Array.from({ length: PER_CONVERSATION }, (_, n) => ({
        id: newId(),
        conversation_id: conversation.id,
        channel_id: conversation.channel_id,
        // What is closed was answered.
        ...(n === 0 && conversation.state === "closed" ? { direction: "out", state: "sent" } : { direction: "in", state: "received" }),
        text: textOf((from + place) * PER_CONVERSATION + n),
        at: new Date(conversation.at.getTime() - n * 60_000),
      })),
    );
    await database.query(
      `insert into messages (company_id, id, conversation_id, channel_id, direction, state, sender, text, at)
       select $1, m.id, m.conversation_id, m.channel_id, m.direction, m.state, '{"name": "Ines", "address": "ines@out.example"}', m.text, m.at
       from jsonb_to_recordset($2::jsonb) as m (id uuid, conversation_id uuid, channel_id uuid, direction text, state text, text text, at timestamptz)`,
      [company, JSON.stringify(messages)],
    );
  };
  // Two at a time: PostgreSQL takes most of the time, one processor for each connection.
  for (let from = 0; from < total / PER_CONVERSATION; from += 2 * BATCH) await Promise.all([write(from), write(from + BATCH)]);
  await database.query("create index messages_words on messages using gin (company_id, words)");
  await database.query("vacuum analyze conversations");
  await database.query("vacuum analyze messages");
}
