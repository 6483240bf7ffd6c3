import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom } from "./room.ts";

test("one company sends about thirty messages at once, and where ten companies take all they can, the next finds a free place", () => {
  const room = createRoom();
  const fill = (company: string) => {
    let taken = 0;
    for (; room.left(company) > 0; taken++) room.enter(company, `${company} ${taken}`);
    return taken;
  };
  const first = fill("first");
  assert.ok(first >= 28 && first <= 32, String(first));
  for (let company = 0; company < 9; company++) fill(`hostile ${company}`);
  assert.ok(room.left("victim") >= 1);
});
