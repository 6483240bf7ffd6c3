import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { openLive, type LiveStream } from "../../../../test/event-stream.ts";
import { giveChannel, giveConversation } from "../../../../test/inbox.ts";
import { sharedService, type Person } from "../../../../test/service.ts";
import { stopwatch } from "../../../../test/measured.ts";
import { until } from "../../../../test/waiting.ts";

const service = sharedService();
const opened: LiveStream[] = [];
test.afterEach(async () => {
  for (const stream of opened.splice(0)) await stream.close();
});

async function follow(person: Person): Promise<LiveStream> {
  const stream = await openLive(service().url, { cookie: person.cookie });
  opened.push(stream);
  await stream.ready();
  return stream;
}

const announcements = (stream: LiveStream) => JSON.stringify(stream.messages).split("presence.changed").length - 1;

async function isAnnounced(stream: LiveStream, before: number): Promise<number> {
  const took = stopwatch();
  await until(() => announcements(stream) > before, "it is told");
  return Math.round(took());
}

test("who has the same conversation open is told by the stream that somebody came, wrote or went; nobody else is", async (t) => {
  const ada = await service().given.admin();
  const [max, zoe] = [await service().given.member(ada), await service().given.member(ada)];
  const channel = await giveChannel(service(), ada, "chosen", [ada.userId, max.userId]);
  const { cnv: id } = await giveConversation(service(), ada, { channel });
  const stranger = await service().given.admin();
  const [stream, outside, elsewhere] = [await follow(ada), await follow(zoe), await follow(stranger)];
  await ada.call("inbox.attend", { id, doing: "reading" });
  await setTimeout(2_500);
  assert.equal(announcements(stream), 0, "alone, there is nothing to say");

  const took: number[] = [];
  for (const doing of ["reading", "writing", "gone"] as const) {
    const before = announcements(stream);
    await max.call("inbox.attend", { id, doing });
    took.push(await isAnnounced(stream, before));
  }
  t.diagnostic(`told after ${took.join(", ")} ms`);
  const before = announcements(stream);
  await ada.call("inbox.attend", { id, doing: "reading" });
  await setTimeout(2_500);
  assert.equal(announcements(stream), before, "saying the same again changes nothing");
  assert.deepEqual([announcements(outside), announcements(elsewhere)], [0, 0]);
  assert.ok(!JSON.stringify([outside.messages, elsewhere.messages]).includes(id));
});
