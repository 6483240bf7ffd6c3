import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_SECRET } from "../../../../scripts/test-database.ts";
import { giveChannel, putMails } from "../../../test/inbox-items.ts";
import { sharedService } from "../../../test/service.ts";
import { openPools } from "../../platform/postgres/pools.ts";
import { createDatabase } from "../../platform/postgres/transaction.ts";
import { nextItems } from "./waiting-items.ts";

const service = sharedService();
const MIB = 1024 * 1024;

test("a batch is bounded in bytes: mails that fit together, or one that is larger, whose bytes are read only when that is allowed", async (t) => {
  const ada = await service().given.admin();
  const channel = await giveChannel(service(), ada);
  const pools = openPools(service().database.url, TEST_SECRET, 2, () => undefined);
  t.after(() => pools.end());
  const [first, large, ...last] = await putMails(
    service(),
    channel,
    [0.5, 3, 0.9, 0.9, 0.9].map((mib) => Buffer.alloc(mib * MIB, "x")),
  );
  const taken: (string | undefined)[] = [];
  const batches: unknown[] = [];
  for (const withLarge of [false, false, false, true, false]) {
    let items: Awaited<ReturnType<typeof nextItems>> = [];
    await createDatabase(pools.app).write(channel.companyId, async (tx) => {
      const except = taken.filter((id) => id !== undefined);
      items = await nextItems(tx, channel.companyId, channel.id, { now: service().clock.now(), most: 100, except, withLarge });
    });
    batches.push(items.map((item) => [item.id, item.is_too_large, item.bytes?.length ?? null]));
    if (!items.some((item) => item.is_too_large)) taken.push(...items.map(({ id }) => id));
  }
  const small = Math.floor(0.9 * MIB);
  assert.deepEqual(batches, [
    [last[1], last[2]].map((id) => [id, false, small]),
    [[last[0], false, small]],
    [[large, true, null]],
    [[large, false, 3 * MIB]],
    [[first, false, 0.5 * MIB]],
  ]);
});
