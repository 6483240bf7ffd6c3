import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedService, type Person } from "../../../../test/service.ts";
import { companyOf } from "../../../../test/website-leads.ts";
import { newId } from "../../../platform/random.ts";
import { conversationId } from "../ids.ts";
import { channelId } from "../../channels/shapes.ts";
import { ago } from "../../../../test/moments.ts";

// Enough for each way of searching: among the newest, by the index of words, and in the order of time.
const CONVERSATIONS = 1_300;
const PER_CONVERSATION = 5;
const CHANNELS = 10;
const MINUTE_MS = 60_000;

const service = sharedService();
let people: Record<string, Person>;
let company: string;
const channels: string[] = [];

interface Filled {
  id: string;
  channel: number;
  isShared: boolean;
  texts: { text: string; at: Date }[];
}
let all: Filled[];

const wordsOf = (n: number) =>
  [
    `word${n % 7}`,
    ...(n % 5 < 2 ? ["common"] : []),
    ...(n % 40 === 3 ? ["seldom"] : []),
    ...(n % 2_500 === 1_700 ? ["rare"] : []),
    ...(n > 5_000 && n % 3 === 0 ? ["former"] : []),
  ].join(" ");

let filling: Promise<void> | undefined;
const filled = () => (filling ??= fill());

async function fill(): Promise<void> {
  const ada = await service().given.admin();
  const [five, two, one] = await Promise.all([1, 2, 3].map(() => service().given.member(ada)));
  if (!five || !two || !one) assert.fail();
  people = { ada, five, two, one };
  company = await companyOf(service(), ada);
  for (let n = 0; n < CHANNELS; n++) {
    const members = [ada, ...(n < 5 ? [five] : []), ...(n < 2 ? [two] : []), ...(n === 0 ? [one] : [])].map(({ userId }) => userId);
    const { id } = await ada.call("channels.create", { kind: "api", name: `Channel ${n}`, access: "chosen", members });
    channels.push(channelId.decode(id));
  }
  all = Array.from({ length: CONVERSATIONS }, (_, n) => ({
    id: newId(),
    channel: n % CHANNELS,
    isShared: n % 97 === 5,
    // Conversations overlap: the latest hit of one may be older than another one's.
    texts: Array.from({ length: PER_CONVERSATION }, (__, m) => ({
      text: wordsOf(n * PER_CONVERSATION + m),
      at: ago((n * 3 + m * 7) * MINUTE_MS + n),
    })),
  }));
  await service().database.query(
    `insert into conversations (company_id, id, channel_id, subject, state, is_shared, last_at, created_at)
     select $1, c.id, c.channel, '', case when c.place % 4 = 0 then 'open' else 'closed' end, c.is_shared, now(), now()
     from jsonb_to_recordset($2::jsonb) as c (id uuid, channel uuid, is_shared boolean, place int)`,
    [
      company,
      JSON.stringify(all.map(({ id, channel, isShared }, place) => ({ id, channel: channels[channel], is_shared: isShared, place }))),
    ],
  );
  const messages = all.flatMap(({ id, channel, texts }) =>
    texts.map(({ text, at }) => ({ id: newId(), conversation: id, channel: channels[channel], text, at })),
  );
  await service().database.query(
    `insert into messages (company_id, id, conversation_id, channel_id, direction, state, sender, text, at)
     select $1, m.id, m.conversation, m.channel, 'in', 'received', '{"name": "Ines", "address": "ines@out.example"}', m.text, m.at
     from jsonb_to_recordset($2::jsonb) as m (id uuid, conversation uuid, channel uuid, text text, at timestamptz)`,
    [company, JSON.stringify(messages)],
  );
  for (const table of ["conversations", "messages"]) await service().database.query(`analyze ${table}`);
}

/** What a person finds if every message they may see is read. */
function expected(who: string, word: RegExp, isOpen: boolean): string[] {
  const seen: Record<string, number> = { ada: CHANNELS, five: 5, two: 2, one: 1 };
  return all
    .flatMap(({ id, channel, isShared, texts }, place) => {
      const isVisible = (channel < (seen[who] ?? 0) || isShared) && (!isOpen || place % 4 === 0);
      const hits = isVisible ? texts.filter(({ text }) => word.test(text)).map(({ at }) => at.getTime()) : [];
      return hits.length > 0 ? [{ id, at: Math.max(...hits) }] : [];
    })
    .sort((left, right) => right.at - left.at)
    .map(({ id }) => conversationId.encode(id));
}

async function found(person: Person, filter: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await person.call("inbox.list", { filter, limit: 100, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

const SEARCHES: Record<string, RegExp> = {
  common: /\bcommon\b/,
  seldom: /seldom/,
  rare: /rare/,
  former: /former/,
  wor: /\bwor/,
  nowhere: /nowhere/,
};
for (const who of ["ada", "five", "two", "one"])
  test(`every page of a search has what ${who} may see and nothing else, the latest first, for common, seldom and rare words`, async () => {
    await filled();
    for (const [word, pattern] of Object.entries(SEARCHES))
      for (const isOpen of [false, true]) {
        const ids = await found(people[who] ?? assert.fail(), isOpen ? `${word} is:open` : `${word} state:open,closed`);
        assert.deepEqual(ids, expected(who, pattern, isOpen), `${word}, open ${isOpen}`);
      }
  });
