import assert from "node:assert/strict";
import { test } from "node:test";
import { giveChannel, putMails } from "../../../../test/inbox-items.ts";
import { smallMail } from "../../../../test/mail/connected-mailbox.ts";
import { inService } from "../../../../test/service.ts";
import { createChannelTaker } from "./take-channel.ts";

test(
  "what arrives now is taken before old mails, also before those that were written down after it",
  inService(async (service) => {
    const ada = await service.given.admin();
    const channel = await giveChannel(service, ada);
    const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => smallMail(`${name}-${n}`));
    const old = await putMails(service, channel, numbered("before", 110));
    const [fresh = ""] = await putMails(service, channel, numbered("fresh", 1));
    old.push(...(await putMails(service, channel, numbered("after", 110))));
    await service.database.query("update inbound_items set is_history = true where id = any($1)", [old]);

    const taker = createChannelTaker({ execute: service.app.execute, log: service.app.log }, { ...channel, channelId: channel.id });
    const first = await taker.read([]);
    const second = await taker.read(first.arrivals);
    const firstIds = first.arrivals.map(({ itemId }) => itemId);
    assert.ok(firstIds.includes(fresh), "in the first batch");
    const expected = old.toReversed();
    assert.deepEqual(firstIds.filter((id) => id !== fresh).toSorted(), expected.slice(0, 99).toSorted());
    assert.deepEqual(second.arrivals.map(({ itemId }) => itemId).toSorted(), expected.slice(99, 199).toSorted());
  }),
);
