import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, readDuration } from "./duration-text.ts";

test("a duration is read as people of several languages write it", () => {
  const written: [string, number | null | undefined][] = [
    ["", null],
    ["14", 14],
    [" 14 min ", 14],
    ["14 Min.", 14],
    ["1h", 60],
    ["1 h 30 min", 90],
    ["1h30", 90],
    ["1:30", 90],
    ["1:30 h", 90],
    ["1.5 h", 90],
    ["1,5 Std.", 90],
    ["2 hours 5 minutes", 125],
    ["24 h", 1_440],
    ["0", undefined],
    ["25 h", undefined],
    ["1:75", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["9".repeat(400), undefined],
  ];
  for (const [text, minutes] of written) assert.equal(readDuration(text), minutes, text);
});

test("a duration is written in hours and minutes, and read back the same", () => {
  assert.deepEqual([14, 60, 90].map(durationText), ["14 min", "1 h", "1 h 30 min"]);
  for (const minutes of [1, 59, 60, 61, 600, 1_440]) assert.equal(readDuration(durationText(minutes)), minutes);
});
