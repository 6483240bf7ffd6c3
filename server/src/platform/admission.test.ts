import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdmission } from "./admission.ts";

/** How many there are while nothing is known of what calls cost. */
const PLACES = 8;
const LOOK_MS = 5;
const NO_USE = { usedMs: () => 0, isLight: () => false };

/** Calls, and an event loop that works or rests for as long as a test says. */
function given(use: Parameters<typeof createAdmission>[0] = NO_USE) {
  let look: ((workedMs: number, passedMs: number) => void) | undefined;
  const admission = createAdmission(use, (tell) => {
    look = tell;
    return () => void (look = undefined);
  });
  const running: { who: string; leave: () => void }[] = [];
  const refused: string[] = [];
  const ask = (who: string, calls = 1) =>
    Array.from({ length: calls }, () =>
      admission.ask(who, (leave) => {
        if (leave) running.push({ who, leave });
        else refused.push(who);
      }),
    );
  const pass = (ms: number, part: number) => {
    for (let passed = 0; passed < ms; passed += LOOK_MS) {
      look?.(LOOK_MS * part, LOOK_MS);
    }
  };
  return {
    ask,
    refuse: (who: string) => admission.refuse(who, () => refused.push(who)),
    end: (calls = 1) => running.splice(0, calls).forEach(({ leave }) => leave()),
    work: (ms: number) => pass(ms, 1),
    rest: (ms: number) => pass(ms, 0.1),
    /** Busy for a while, with calls of somebody that do not end. */
    busy() {
      ask("a", PLACES);
      pass(500, 1);
    },
    running: (who: string) => running.filter((one) => one.who === who).length,
    refused: (who: string) => refused.filter((one) => one === who).length,
    isWatching: () => look !== undefined,
  };
}

test("calls that find places are let in at once, and nothing is watched", () => {
  const { ask, end, running, isWatching } = given();
  for (let round = 0; round < 1_000; round++) {
    ask("a", 6);
    assert.equal(running("a"), 6);
    end(6);
  }
  assert.equal(isWatching(), false);
});

test("calls that only wait, for the database or another server, take no place from others", () => {
  const { ask, rest, running, refused, isWatching } = given();
  ask("a", 200);
  rest(150);
  assert.equal(running("a"), 200);
  assert.equal(isWatching(), false);
  assert.equal(refused("a"), 0);
});

test("who comes into a burst of another company finds a place", () => {
  const { ask, running } = given();
  ask("a", 500);
  ask("b", 2);
  assert.ok(running("a") < PLACES);
  assert.equal(running("b"), 1);
});

test("in a busy process calls come in as others end, of each company in turn", () => {
  const { ask, end, work, running } = given();
  ask("a", 40);
  ask("b", 40);
  ask("c", 40);
  work(20);
  for (let ended = 0; ended < 60; ended++) end();
  for (const who of ["a", "b", "c"]) assert.ok(running(who) >= 2, `${who} has ${running(who)} of ${PLACES}`);
});

test("in a busy process no place stays empty while one company waits, and another still comes before it", () => {
  const { ask, end, work, running } = given();
  ask("b");
  end();
  for (let ms = 0; ms < 10_000; ms += 100) {
    ask("a", 10);
    work(100);
    assert.ok(running("a") >= PLACES - 2, `after ${ms} ms ${running("a")} are under way`);
    ask("b");
    assert.equal(running("b"), 1);
    end(PLACES);
    end(PLACES);
  }
});

test("a busy process lets wait what it can answer in time, and refuses the others at once", () => {
  const { ask, refused, busy } = given();
  busy();
  ask("a", 100);
  assert.ok(refused("a") > 40, `${refused("a")} of 100`);
  ask("b");
  assert.equal(refused("b"), 0, "a line that another company has filled is not theirs");
});

test("however many calls of one company wait since before the process was busy, another's may wait too", () => {
  const { ask, work, refused } = given();
  ask("a", 900);
  work(500);
  ask("b", 5);
  assert.equal(refused("b"), 0);
});

test("who has used least comes first, and one who has used little finds a place when all are taken", () => {
  const used: Record<string, number> = { a: 900, b: 100 };
  const { ask, end, work, running } = given({ usedMs: (who) => used[who] ?? 0, isLight: (who) => (used[who] ?? 0) < 500 });
  ask("a", 40);
  work(100);
  const before = running("a");
  ask("b", 3);
  assert.equal(running("b"), 3);
  ask("b", 10);
  end(6);
  assert.ok(running("a") < before, "what is free goes to b");
  assert.ok(running("b") > 4, `${running("b")}`);
});

test("who has waited for a second is refused", () => {
  const { ask, work, refused, busy } = given();
  busy();
  ask("b", 10);
  work(900);
  assert.equal(refused("b"), 0);
  work(200);
  assert.ok(refused("b") > 0);
});

test("a process that answers more lets more wait", () => {
  const { ask, end, work, refused } = given();
  ask("a", 24);
  for (let at = 0; at < 400; at++) {
    ask("a", 5);
    work(LOOK_MS);
    end(5);
  }
  const before = refused("a");
  ask("a", 300);
  assert.ok(refused("a") - before < 50, `1,000 a second are answered, and ${refused("a") - before} of 300 are refused`);
});

test("a company whose calls are refused by the hundred waits for each further refusal, and no other company does", () => {
  const { ask, work, refused, busy } = given();
  busy();
  ask("a", 1_000);
  const atOnce = refused("a");
  assert.ok(atOnce <= 100, `${atOnce}`);
  ask("b", 200);
  assert.ok(refused("b") > 40);
  work(5_100);
  assert.ok(refused("a") > 900);
});

test("a company that calls again as soon as it is refused waits too, on however few connections", () => {
  const { refuse, rest, refused, isWatching } = given();
  for (let ms = 0; ms < 900; ms += LOOK_MS) {
    refuse("a");
    rest(LOOK_MS);
  }
  assert.ok(refused("a") <= 100, `${refused("a")} of 180 at once`);
  rest(7_000);
  assert.equal(refused("a"), 180);
  assert.equal(isWatching(), false);
});

test("a thousand who were made to wait are told one after the other, not in one turn", () => {
  const { ask, work, refused, busy } = given();
  busy();
  ask("a", 1_000);
  let most = 0;
  for (let ms = 0; ms < 5_200; ms += LOOK_MS) {
    const before = refused("a");
    work(LOOK_MS);
    most = Math.max(most, refused("a") - before);
  }
  assert.ok(refused("a") > 900);
  assert.ok(most <= 50, `${most} were told at once`);
});

test("who is gone is not waited for", () => {
  const { ask, rest, running, refused, isWatching } = given();
  ask("a", 100);
  const gone = ask("b", 30);
  gone.forEach((stopWaiting) => stopWaiting());
  const began = running("b");
  rest(150);
  assert.equal(running("a"), 100);
  assert.equal(running("b"), began);
  assert.equal(refused("b"), 0);
  assert.equal(isWatching(), false);
});

test("as soon as there is time left, nobody is refused", () => {
  const { ask, rest, refused, busy } = given();
  busy();
  ask("a", 100);
  const before = refused("a");
  rest(500);
  ask("a", 500);
  assert.equal(refused("a"), before);
});
