/* oxlint-disable unicorn/no-thenable -- `then` is the word people read in a rule: when, then, only */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rule } from "../shapes.ts";
import { decide } from "./decide.ts";
import type { Facts, Rotation } from "./facts.ts";
import { isOpen } from "./hours.ts";
import { neededFacts } from "./needed-facts.ts";
import { periodStart } from "./periods.ts";
import { NEW_ROTATION, nextTurn, startOfTurn } from "./turns.ts";

const rule = (more: Partial<Rule> = {}): Rule => ({
  id: "r1",
  name: "Rule",
  is_on: true,
  filter: "",
  then: { kind: "assign", how: "round_robin", people: [{ user_id: "mara", weight: 1 }] },
  hours: null,
  caps: [],
  per_person: [],
  ...more,
});
const facts = (more: Partial<Facts> = {}): Facts => ({
  at: "2026-11-16T09:30:00.000Z",
  matches: { r1: { matches: true, by: null }, r2: { matches: true, by: null } },
  people: { mara: { name: "Mara", load: 0 } },
  turns: {},
  counts: {},
  destinations: {},
  tried: [],
  excluded: [],
  ...more,
});

const week = (zone: string, from: string, to: string) => ({ zone, days: [1, 2, 3, 4, 5].map((day) => ({ day, from, to })) });

test("hours are those of the clock on the wall, also on the day it changes and in zones of half an hour", () => {
  const berlin = week("Europe/Berlin", "08:00", "18:00");
  // 07:30 UTC is 08:30 in winter and 09:30 in summer; 06:30 UTC is 07:30 and 08:30.
  assert.equal(isOpen(berlin, new Date("2027-03-26T06:30:00Z")), false);
  assert.equal(isOpen(berlin, new Date("2027-03-29T06:30:00Z")), true);
  assert.equal(isOpen(week("Asia/Kathmandu", "08:00", "18:00"), new Date("2026-11-16T02:14:00Z")), false);
  assert.equal(isOpen(week("Asia/Kathmandu", "08:00", "18:00"), new Date("2026-11-16T02:15:00Z")), true);
  // Lord Howe Island: half an hour of daylight saving, +11 and +10:30.
  assert.equal(isOpen(week("Australia/Lord_Howe", "08:00", "18:00"), new Date("2027-04-02T21:15:00Z")), false, "a Saturday there");
  assert.equal(isOpen(week("Australia/Lord_Howe", "08:00", "18:00"), new Date("2027-04-04T21:15:00Z")), false, "07:45 on Monday");
  assert.equal(isOpen(week("Australia/Lord_Howe", "08:00", "18:00"), new Date("2027-04-04T21:30:00Z")), true);
  assert.equal(
    isOpen(week("America/New_York", "22:00", "06:00"), new Date("2026-11-21T09:00:00Z")),
    true,
    "Friday's night ends on Saturday",
  );
  assert.equal(isOpen(week("America/New_York", "22:00", "06:00"), new Date("2026-11-22T04:00:00Z")), false, "Saturday has none");
});

test("an hour that clocks show twice is two hours for a cap, and a day is as long as it is", () => {
  const start = (per: "hour" | "day" | "month", at: string) => periodStart("Europe/Berlin", per, new Date(at)).toISOString();
  assert.equal(start("hour", "2026-10-25T00:30:00Z"), "2026-10-25T00:00:00.000Z");
  assert.equal(start("hour", "2026-10-25T01:30:00Z"), "2026-10-25T01:00:00.000Z");
  assert.equal(start("day", "2026-10-25T22:59:00Z"), "2026-10-24T22:00:00.000Z");
  assert.equal(start("day", "2026-10-25T23:00:00Z"), "2026-10-25T23:00:00.000Z");
  assert.equal(start("month", "2026-10-31T23:30:00Z"), "2026-10-31T23:00:00.000Z");
});

test("any weights: nobody is ever a whole lead from their share", () => {
  let worst = 0;
  for (let run = 1; run <= 40; run++) {
    const people = Array.from({ length: 1 + (run % 12) }, (_, at) => ({ id: `p${at}`, load: 0, weight: 1 + ((run * 37 + at * 61) % 100) }));
    const total = people.reduce((sum, one) => sum + one.weight, 0);
    let rotation: Rotation = NEW_ROTATION;
    const got = new Map<string, number>();
    for (let count = 1; count <= 500; count++) {
      const turn = nextTurn(rotation, people, false);
      assert.ok(turn);
      const started = people.filter(({ id }) => !rotation.present.includes(id)).map(({ id }) => [id, String(startOfTurn(rotation, id))]);
      rotation = {
        now: turn.now,
        ends: { ...rotation.ends, ...Object.fromEntries(started), [turn.id]: turn.ends },
        present: people.map(({ id }) => id),
      };
      got.set(turn.id, (got.get(turn.id) ?? 0) + 1);
      for (const { id, weight } of people) worst = Math.max(worst, Math.abs((got.get(id) ?? 0) - (count * weight) / total));
    }
  }
  assert.ok(worst < 1, `${worst}`);
});

test("each reason is a step, and the first rule that can takes the lead", () => {
  const closed = { zone: "UTC", days: [7], from: "08:00", to: "18:00" };
  const results = (first: Partial<Rule>, more: Partial<Facts> = {}) => {
    const { steps, outcome } = decide([rule(first), rule({ id: "r2" })], facts(more));
    return [steps[0]?.result, outcome.kind === "assign" ? outcome.rule : outcome.kind];
  };
  const by = { text: "country:DE", field: "Country", is: "FR" };
  const send = { kind: "send" as const, destination_id: "d1", on_unknown: "hold" as const };
  assert.deepEqual(results({ is_on: false }), ["off", "r2"]);
  assert.deepEqual(results({}, { matches: { r1: { matches: false, by }, r2: { matches: true, by: null } } }), ["no_match", "r2"]);
  assert.deepEqual(results({}, { matches: { r1: { broken: "Leads have no field." }, r2: { matches: true, by: null } } }), ["broken", "r2"]);
  assert.deepEqual(results({ hours: closed }), ["closed", "r2"]);
  assert.deepEqual(results({ caps: [{ per: "day", most: 2 }] }, { counts: { r1: { r1: { day: 2 } } } }), ["cap", "r2"]);
  assert.deepEqual(results({ per_person: [{ per: "day", most: 2 }] }, { counts: { r1: { mara: { day: 2 } } } }), ["nobody", "r2"]);
  assert.deepEqual(results({ then: send }, { destinations: { d1: { name: "D", isPaused: true } } }), ["paused", "r2"]);
  assert.deepEqual(results({ then: send }, { destinations: { d1: { name: "D", isPaused: false } }, tried: ["d1"] }), ["tried", "r2"]);
  assert.deepEqual(results({ then: send }, { destinations: { d1: null } }), ["gone", "r2"]);
  assert.deepEqual(results({ then: send }, { destinations: { d1: { name: "D", isPaused: false } } }), ["taken", "send"]);
  const left = { people: { mara: { name: "Mara", load: 0, isGone: true as const } } };
  assert.deepEqual(results({}, left), ["gone", "none"]);
  assert.deepEqual(results({}, { excluded: ["mara"] }), ["nobody", "none"]);
});

test("the facts that are stored are enough to decide again", () => {
  const rules = [rule(), rule({ id: "r2" })];
  const all = facts({
    turns: { r2: { now: "5", ends: {}, present: [] } },
    people: { mara: { name: "Mara", load: 1 }, max: { name: "Max", load: 2 } },
  });
  const decision = decide(rules, all);
  const needed = neededFacts(rules, all, decision);
  assert.deepEqual([Object.keys(needed.turns), Object.keys(needed.people)], [[], ["mara"]]);
  assert.equal(JSON.stringify(decide(rules, needed)), JSON.stringify(decision));
});
