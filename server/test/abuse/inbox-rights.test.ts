import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { channelId } from "../../src/features/channels/shapes.ts";
import { ASKS, type Ask } from "../inbox-asks.ts";
import { lastWord, overhear, tryAsk, watch, type Watched } from "../inbox-watch.ts";
import { makeWorld, type WorldChannel } from "../inbox-world.ts";
import { sharedService, type Person } from "../service.ts";
import { stopwatch } from "../measured.ts";

// INBOX_CALLS=100000 for the full size: ten tests, each within the time that the runner gives a test.
const CALLS = Number(process.env["INBOX_CALLS"] ?? 1_000);
const MAX_CALLS = 10_000;
const PARTS = Math.ceil(CALLS / MAX_CALLS);
const AT_ONCE = 24;
const service = sharedService({ env: { API_CONCURRENCY: "1000", LOG_LEVEL: "warn", OUTBOUND_ALLOW: "127.0.0.1" } });

const pick = <T>(list: T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};

const newCounts = () => ({ shown: 0, refused: 0, seen: 0 });

type Counts = Map<Ask["surface"], ReturnType<typeof newCounts>>;

/** One random call: of a person about a conversation of their own company or of another. */
async function callOnce(watched: Watched, counts: Counts): Promise<void> {
  const { worlds } = watched;
  const world = pick(worlds);
  await call(watched, counts, pick(ASKS), pick(world.people), pick(pick([world, pick(worlds)]).channels));
}

/** It shows nothing that the person does not see. */
async function call(watched: Watched, counts: Counts, ask: Ask, person: Person, target: WorldChannel): Promise<void> {
  const { isShown, hidden, seen } = await tryAsk(watched, ask, person, target);
  assert.deepEqual(hidden, [], `${ask.name} shows ${person.userId} what it may not`);
  const count = counts.get(ask.surface) ?? newCounts();
  counts.set(ask.surface, count);
  count[isShown ? "shown" : "refused"]++;
  if (seen.length > 0) count.seen++;
}

/** Few random calls may leave out who sees a message: where they did, those are asked for until one is shown. */
async function callWhoSees(watched: Watched, counts: Counts): Promise<void> {
  const pairs = watched.worlds.flatMap(({ channels }) =>
    channels.flatMap((channel) => [...channel.seenBy].map((person) => ({ channel, person }))),
  );
  for (const ask of ASKS.filter(({ isChange }) => !isChange))
    for (const { channel, person } of pairs) {
      if (counts.get(ask.surface)?.seen) break;
      await call(watched, counts, ask, person, channel);
    }
}

async function tryCalls(t: TestContext, part: number, calls: number): Promise<void> {
  const first = 3 * part;
  const worlds = await Promise.all([1, 2, 3].map((which) => makeWorld(service(), first + which)));
  const watched = await watch(t, service(), worlds);
  const counts: Counts = new Map();
  const took = stopwatch();
  let left = calls;
  const oneAfterAnother = async () => {
    while (left-- > 0) await callOnce(watched, counts);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother)).finally(() => (left = 0));
  t.diagnostic(`${Math.round((calls * 1_000) / took())} calls a second`);

  await lastWord(watched);
  await callWhoSees(watched, counts);
  assert.deepEqual(overhear(watched), { live: [], sent: [] });
  for (const [surface, { shown, refused, seen }] of counts) {
    t.diagnostic(`${surface}: ${shown} answered, ${refused} refused, ${seen} with a message that the caller sees`);
    assert.ok(shown > 0 && seen > 0, `${surface}: those who see a message are shown it`);
  }
  const heard = watched.streams.reduce((sum, { stream }) => sum + stream.changes().length, 0);
  const sent = watched.receivers.reduce((sum, { receiver }) => sum + receiver.received.length, 0);
  t.diagnostic(`live: ${heard} changes told; webhooks: ${sent} messages sent`);
  assert.ok(heard > 0 && sent > 0);
}

for (let part = 0; part < PARTS; part++) {
  const calls = Math.min(MAX_CALLS, CALLS - part * MAX_CALLS);
  test(`3 companies × 5 people × 8 channels: in ${calls} random calls no trace of an unseen message (part ${part + 1} of ${PARTS})`, (t) =>
    tryCalls(t, part, calls));
}

/** The faults that the checker must see. Each lets everybody know of a private channel. */
const FAULTS: Record<Ask["fault"], (owner: Person, target: WorldChannel) => Promise<unknown>> = {
  opened: (_, { id }) =>
    service().database.query("update channels set access = 'everyone', owner_id = null where id = $1", [channelId.decode(id)]),
  noted: (owner, { record, word }) => owner.call("records.addNote", { id: record, text: `${word} common` }),
  named: (owner, { record, word }) => owner.call("records.update", { id: record, values: { name: `About ${word}` } }),
};

for (const [fault, plant] of Object.entries(FAULTS))
  test(`the checker is seen to fail: ${fault}, and every kind of call that it is for shows what it did not show before`, async (t) => {
    const world = await makeWorld(service(), 3 * PARTS + 1 + Object.keys(FAULTS).indexOf(fault));
    const watched = await watch(t, service(), [world]);
    const target = world.channels.find(({ access }) => access === "private");
    const [person] = world.people;
    const [owner] = target?.seenBy ?? [];
    assert.ok(target && person && owner && person !== owner);
    // First what changes something, so that there is something to tell.
    const asks = ASKS.filter((ask) => ask.fault === fault).toSorted((one, other) => Number(other.isChange) - Number(one.isChange));
    const find = async () => {
      const found: Ask[] = [];
      for (const ask of asks) {
        if (ask.surface === "webhooks") await lastWord(watched);
        if ((await tryAsk(watched, ask, person, target)).hidden.length > 0) found.push(ask);
      }
      await lastWord(watched);
      return found.map(({ name }) => name);
    };
    assert.deepEqual([await find(), overhear(watched)], [[], { live: [], sent: [] }]);

    await plant(owner, target);
    const found = await find();
    t.diagnostic(`${found.length} of ${asks.length} kinds of call show it`);
    assert.deepEqual(
      found,
      asks.map(({ name }) => name),
    );
    const { live, sent } = overhear(watched);
    if (fault === "opened") assert.ok(live.length > 0 && sent.length > 0, `live ${live.length}, sent ${sent.length}`);
  });
