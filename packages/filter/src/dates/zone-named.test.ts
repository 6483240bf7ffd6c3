import assert from "node:assert/strict";
import { test } from "node:test";
import { zoneNamed } from "./zone.ts";

test("a time zone is kept once, however it is spelled", () => {
  const spell = (at: number) => Array.from("europe/berlin", (letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join("");
  const zones = new Set(Array.from({ length: 3_200 }, (_, at) => zoneNamed(spell(at))));
  assert.equal(zones.size, 1);
});

test("only a bounded number of zones is kept, those used last", () => {
  const offset = (minutes: number) => `+${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const berlin = zoneNamed("Europe/Berlin");
  const first = zoneNamed(offset(0));
  for (let minutes = 1; minutes < 1_000; minutes++) {
    zoneNamed(offset(minutes));
    zoneNamed("Europe/Berlin");
  }
  assert.equal(zoneNamed("Europe/Berlin"), berlin);
  assert.notEqual(zoneNamed(offset(0)), first);
});
