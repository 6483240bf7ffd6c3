import { startPostgres } from "../scripts/postgres.ts";
import { migrate } from "../server/src/platform/postgres/migrate.ts";
import { recordId } from "../server/src/features/records/inputs.ts";
import { memberId } from "../server/src/features/members/operations.ts";
import { createCursors } from "../server/src/platform/cursors.ts";
import { newId } from "../server/src/platform/random.ts";
import { startService, type Person, type Service } from "../server/test/service.ts";
import { companyOf } from "../server/test/website-leads.ts";
import { TEST_SECRET } from "../scripts/test-database.ts";

// List, counts, one conversation and search in a company of 40 channels, for somebody who sees all of them, 11, and one. Times are of whole
// calls over HTTP with a session. MESSAGES=1000000 is the size that is promised; the default is a tenth of it.
const MESSAGES = Number(process.env["MESSAGES"] ?? 100_000);
const PER_CONVERSATION = 5;
const CHANNELS = 40;
const TIMES = 40;
const BATCH = 2_000;
const WORDS = 20_000;
/** Of this many messages one has the common word, and one the rare one. */
const COMMON_EVERY = 3.7;
const RARE_EVERY = 40_000;
const MAX_MS = 15;
const MAX_SEARCH_MS = 60;
const MAX_DEEP = 1.2;

const cluster = await startPostgres({ isDurable: false });
process.env["TEST_CLUSTER"] = cluster.url;
process.env["TEST_SUPERUSER"] = cluster.superuserUrl;
await migrate(cluster.url, TEST_SECRET);
const service = await startService({ env: { LOG_LEVEL: "error" } });
try {
  const ada = await service.given.admin();
  const [some, one] = [await service.given.member(ada), await service.given.member(ada)];
  const channels = await makeChannels(service, ada, [some, one]);
  const started = performance.now();
  const company = await companyOf(service, ada);
  await fill(service, company, channels, await makeContact(ada));
  console.log(`${MESSAGES} messages in ${Math.round((performance.now() - started) / 1_000)} s`);
  const figures: Record<string, number> = {};
  for (const [sees, person] of Object.entries({ all: ada, eleven: some, one })) {
    const deep = await cursorAt(service, person, company, Math.floor((MESSAGES / PER_CONVERSATION) * 0.75));
    const [first] = (await person.call("inbox.list", {})).items;
    const calls: Record<string, () => Promise<unknown>> = {
      list: () => person.call("inbox.list", {}),
      "closed, first page": () => person.call("inbox.list", { filter: "state:closed" }),
      "closed, deep": () => person.call("inbox.list", { filter: "state:closed", ...(deep ? { cursor: deep } : {}) }),
      counts: () => person.call("inbox.counts", {}),
      "reply times": () => person.call("inbox.replyTimes", {}),
      conversation: () => person.call("inbox.get", { id: first?.id ?? "" }),
      messages: () => person.call("inbox.messages", { id: first?.id ?? "" }),
      "search rare": () => person.call("inbox.list", { filter: "quetzalcoatl" }),
      "search common": () => person.call("inbox.list", { filter: "everywhere" }),
      "search prefix": () => person.call("inbox.list", { filter: "word12" }),
    };
    for (const [what, call] of Object.entries(calls)) figures[`${what}, sees ${sees}`] = await p95(call);
  }
  for (const [what, ms] of Object.entries(figures)) console.log(what.padEnd(36), `${ms.toFixed(1)} ms`);
  const missed = missedGoals(figures);
  console.log(missed.length === 0 ? "every goal is reached" : `missed: ${missed.join("; ")}`);
  console.log(JSON.stringify({ bench: "conversations", messages: MESSAGES, p95_ms: figures }));
} finally {
  await service.close();
  await cluster.stop();
}

/** Times in ms, and a page far down beside the first one. They are promised for a million messages, on a machine that does nothing else. */
function missedGoals(figures: Record<string, number>): string[] {
  const tooSlow = Object.entries(figures).filter(([what, ms]) => ms > (what.startsWith("search") ? MAX_SEARCH_MS : MAX_MS));
  const tooDeep = ["all", "eleven", "one"].flatMap((sees) => {
    const ratio = (figures[`closed, deep, sees ${sees}`] ?? 0) / (figures[`closed, first page, sees ${sees}`] ?? 1);
    return ratio > MAX_DEEP ? [`closed, deep, sees ${sees}: ${ratio.toFixed(2)} times the first page`] : [];
  });
  return [...tooSlow.map(([what, ms]) => `${what}: ${ms.toFixed(1)} ms`), ...tooDeep];
}

async function p95(call: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await call();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times.toSorted((left, right) => left - right)[Math.floor(TIMES * 0.95)] ?? Number.NaN;
}

/** The cursor of the page that begins so many conversations down the list of closed ones. */
async function cursorAt({ database, config }: Service, person: Person, company: string, depth: number): Promise<string | undefined> {
  const [row] = await database.query(
    "select list_key::text as key, id from conversations where company_id = $1 and state = 'closed' order by list_key, id offset $2 limit 1",
    [company, depth],
  );
  const list = `conversations\n${memberId.decode(person.userId)}\nstate:closed`;
  return row && createCursors(config.secret).seal(company, list, `${String(row["key"])} ${String(row["id"])}`);
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

async function fill({ database }: Service, company: string, channels: string[], contact: string): Promise<void> {
  await database.query("drop index messages_words");
  const now = Date.now();
  const word = () => `word${Math.floor(Math.random() ** 3 * WORDS)}`;
  const textOf = (n: number) =>
    [
      ...Array.from({ length: 60 }, word),
      ...(n % COMMON_EVERY < 1 ? ["everywhere"] : []),
      ...(n % RARE_EVERY === 7 ? ["quetzalcoatl"] : []),
    ].join(" ");
  for (let from = 0; from < MESSAGES / PER_CONVERSATION; from += BATCH) {
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
  }
  await database.query("create index messages_words on messages using gin (company_id, words)");
  await database.query("vacuum analyze conversations");
  await database.query("vacuum analyze messages");
}
