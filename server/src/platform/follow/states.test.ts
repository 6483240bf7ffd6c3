import assert from "node:assert/strict";
import { test } from "node:test";
import { after, isHeld, TRANSITIONS, type Happening, type State } from "./states.ts";

const HAPPENINGS: Happening[] = ["turn", "read", "sent", "more", "idle", "later", "done", "gone", "failed", "news", "given", "cut"];

/** Every transition, written down a second time. What is missing here is refused. */
const EXPECTED: [State, Happening, State][] = [
  ["leased", "turn", "reading"],
  ["leased", "news", "leased"],
  ["leased", "given", "off"],
  ["leased", "cut", "lost"],
  ["reading", "read", "sending"],
  ["reading", "gone", "lost"],
  ["reading", "failed", "down"],
  ["reading", "news", "reading"],
  ["reading", "cut", "lost"],
  ["sending", "sent", "recording"],
  ["sending", "failed", "down"],
  ["sending", "news", "sending"],
  ["sending", "cut", "lost"],
  ["recording", "more", "leased"],
  ["recording", "idle", "resting"],
  ["recording", "later", "down"],
  ["recording", "done", "off"],
  ["recording", "gone", "lost"],
  ["recording", "failed", "down"],
  ["recording", "news", "recording"],
  ["recording", "cut", "lost"],
  ["resting", "news", "leased"],
  ["resting", "given", "off"],
  ["resting", "cut", "lost"],
  ...(["read", "sent", "more", "idle", "later", "done", "gone", "failed"] as const).map((happening): [State, Happening, State] => [
    "lost",
    happening,
    "lost",
  ]),
];

const states = Object.keys(TRANSITIONS) as State[];

for (const state of states) {
  test(`a follower that is ${state} goes where the table says, and nowhere else`, () => {
    for (const happening of HAPPENINGS) {
      const expected = EXPECTED.find(([from, by]) => from === state && by === happening)?.[2];
      if (expected) assert.equal(after(state, happening), expected, `${state} ${happening}`);
      else assert.throws(() => after(state, happening), /cannot meet/, `${state} ${happening}`);
    }
  });
}

test("every lease that is held can be lost, and is worked on or given back", () => {
  for (const state of states.filter(isHeld)) {
    assert.equal(after(state, "cut"), "lost");
    // From each there is a way that ends the lease without the connection being lost.
    const reached = new Set<State>([state]);
    for (const from of reached) for (const [by, to] of Object.entries(TRANSITIONS[from])) if (by !== "cut") reached.add(to);
    assert.ok(
      [...reached].some((one) => ["down", "off"].includes(one)),
      state,
    );
  }
});

test("what has ended does not come back: only a new lease begins again", () => {
  for (const state of states.filter((one) => !isHeld(one)))
    assert.deepEqual(
      [...new Set(Object.values(TRANSITIONS[state]))].filter((to) => to !== state),
      [],
    );
});
