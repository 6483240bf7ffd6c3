import assert from "node:assert/strict";
import { test } from "node:test";
import { createRoom } from "./room.ts";

/** A company that takes every place it can get, through destinations of its own. */
function fill(room: ReturnType<typeof createRoom>, company: string, destinations: number): number {
  let taken = 0;
  for (let left = room.left(company); left > 0; left = room.left(company)) {
    for (let one = 0; one < left; one++) room.enter(company, `${company} ${taken++ % destinations}`);
  }
  return taken;
}

test("one company has a third of the places at most, and where ten take all they can, the next finds a free one", () => {
  const room = createRoom();
  const first = fill(room, "first", 50);
  assert.ok(first >= 95 && first <= 105, String(first));
  for (let company = 0; company < 9; company++) fill(room, `hostile ${company}`, 50);
  assert.ok(room.left("victim") >= 1);
  assert.ok(room.sending < 300);
});

test("failing destinations of ten companies leave a place for a failing destination of another", () => {
  const room = createRoom();
  const makePoor = (company: string, destination: string) => {
    for (let time = 0; time < 4; time++) room.enter(company, destination)(true);
  };
  const companies = Array.from({ length: 10 }, (_, at) => `hostile ${at}`);
  for (const company of companies) {
    for (let at = 0; at < 100; at++) makePoor(company, `${company} ${at}`);
    for (let at = 0; at < 100; at++) {
      const destination = `${company} ${at}`;
      if ((room.unusual(company)[destination] ?? 0) > 0) room.enter(company, destination);
    }
  }
  makePoor("victim", "slow");
  assert.ok((room.unusual("victim")["slow"] ?? 0) >= 1);
  assert.equal(room.unusual("hostile 0")["hostile 0 99"], 0, "a company with its share gets no more");
});
