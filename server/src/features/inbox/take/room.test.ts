import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom } from "./room.ts";

const tick = () => new Promise<void>((done) => setImmediate(done));

test("a worker holds eight batches, and the next one is read when one of them was written", async () => {
  const room = createRoom();
  let read = 0;
  const held = Array.from({ length: 10 }, () =>
    room.hold("company", async () => {
      read++;
      return { isTooLarge: false };
    }),
  );
  await tick();
  assert.equal(read, 8);
  const [first] = await Promise.all(held.slice(0, 8));
  first?.leave();
  first?.leave(); // counts once
  await tick();
  assert.equal(read, 9);
});

test("of mails that are larger than a batch one is held at a time, and others go on beside it", async () => {
  const room = createRoom();
  const seen: string[] = [];
  const large = (name: string) =>
    room.hold("company", async (withLarge) => {
      if (withLarge) seen.push(name);
      return { isTooLarge: !withLarge };
    });
  const [one, other] = [large("one"), large("other")];
  const held = await one;
  const small = await room.hold("company", async () => ({ isTooLarge: false }));
  small.leave();
  assert.deepEqual(seen, ["one"]);
  held.leave();
  (await other).leave();
  assert.deepEqual(seen, ["one", "other"]);
});

test("what could not be read leaves its room", async () => {
  const room = createRoom();
  for (let times = 0; times < 20; times++)
    await assert.rejects(
      room.hold("company", async () => {
        throw new Error("no answer");
      }),
      /no answer/,
    );
  (await room.hold("company", async () => ({ isTooLarge: false }))).leave();
});
