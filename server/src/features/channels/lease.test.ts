import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { MINUTE_MS } from "../../kernel/clock.ts";
import type { Tx } from "../../kernel/database.ts";
import { sharedService } from "../../../test/service.ts";
import { holdsLease, leaseDueChannels, releaseChannel, RENEW_EVERY_MS, renewLeases } from "./lease.ts";

const service = sharedService();
const owner: Tx = {
  query: async <Row>(sql: string | { text: string }, values?: unknown[]) =>
    (await service().database.query(typeof sql === "string" ? sql : sql.text, values)) as Row[],
};

/** Mailboxes, written by hand: to add one is to sign in to it. */
async function giveMailboxes(count: number, more = ""): Promise<void> {
  const ada = await service().given.admin();
  await service().database.query(
    `insert into channels (company_id, id, kind, name, address, access, credentials, since, created_by, created_at, updated_at)
     select u.company_id, gen_random_uuid(), 'email', 'Mailbox ' || n, n || '@test.example', 'everyone', 'x', now(), u.id, now(), now()
     from users u cross join generate_series(1, $2) n where u.email = $1`,
    [ada.email, count],
  );
  if (more)
    await service().database.query(`update channels set ${more} where created_by = (select id from users where email = $1)`, [ada.email]);
}

test("a channel is held by one worker at a time; a worker that dies holds it for a minute at most", async () => {
  const { clock } = service();
  await giveMailboxes(5);
  const both = await Promise.all(["one", "two"].map((me) => leaseDueChannels(owner, me, 10, clock)));
  const [first = [], second = []] = both;
  assert.deepEqual([first.length + second.length, new Set(both.flat().map((one) => one.channelId)).size], [5, 5]);
  assert.deepEqual(await leaseDueChannels(owner, "three", 10, clock), []);

  const [mine] = [...first, ...second];
  assert.ok(mine);
  const [me, other] = first.length > 0 ? ["one", "two"] : ["two", "one"];
  assert.deepEqual(
    [
      await holdsLease(owner, mine.companyId, mine.channelId, me, clock),
      await holdsLease(owner, mine.companyId, mine.channelId, other, clock),
    ],
    [true, false],
  );
  clock.advance(2 * RENEW_EVERY_MS);
  const renewed = await renewLeases(
    owner,
    me,
    both.flat().map((one) => one.channelId),
    clock,
  );
  clock.advance(2 * RENEW_EVERY_MS);
  assert.equal((await leaseDueChannels(owner, "three", 10, clock)).length, 5 - renewed.length, "those of the dead worker");
  assert.ok(await holdsLease(owner, mine.companyId, mine.channelId, me, clock));
  clock.advance(MINUTE_MS);
  assert.equal(await holdsLease(owner, mine.companyId, mine.channelId, me, clock), false, "a worker that slept writes nothing");
  await releaseChannel(owner, me, mine);
  assert.ok((await leaseDueChannels(owner, "four", 10, clock)).some((one) => one.channelId === mine.channelId));
});

test("a channel that is locked delays the renewal of no other, and a lease without a session ends by itself", async () => {
  const { clock, database } = service();
  await database.query("update channels set state = 'paused'");
  await giveMailboxes(3);
  const [kept, locked, left] = await leaseDueChannels(owner, "me", 10, clock);
  assert.ok(kept && locked && left);
  const other = new Client({ connectionString: database.superuserUrl });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from channels where id = $1 for update", [locked.channelId]);
    clock.advance(2 * RENEW_EVERY_MS);
    const held = await renewLeases(owner, "me", [kept.channelId, locked.channelId], clock);
    assert.ok(held.some((one) => one.channelId === locked.channelId));
  } finally {
    await other.end();
  }
  clock.advance(2 * RENEW_EVERY_MS);
  const free = (await leaseDueChannels(owner, "another", 10, clock)).map((one) => one.channelId);
  assert.deepEqual(free.toSorted(), [locked.channelId, left.channelId].toSorted());
});

test("a channel that is paused, waits for its next try or cannot be read is not leased", async () => {
  const { clock } = service();
  await service().database.query("update channels set lease_by = 'other', lease_until = now() + interval '1 day'");
  await giveMailboxes(1, "state = 'paused'");
  await giveMailboxes(1, "state = 'failing', next_try_at = now() + interval '1 hour'");
  await giveMailboxes(1, "state = 'needs_sign_in', cause = 'secret'");
  assert.deepEqual(await leaseDueChannels(owner, "me", 10, clock), []);
  clock.advance(2 * 60 * MINUTE_MS);
  assert.equal((await leaseDueChannels(owner, "me", 10, clock)).length, 1);
});
