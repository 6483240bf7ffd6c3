import assert from "node:assert/strict";
import { test } from "node:test";
import { phoneText } from "./phone-text.ts";

const PHONES: [stored: string, shown: string][] = [
  ["+4930901820", "+49 309 018 20"],
  ["+14155550132", "+1 415 555 0132"],
  ["+353211666738", "+353 211 666 738"],
  ["+31205551234", "+31 205 551 234"],
  ["030 901820", "030 901820"],
  ["+49", "+49"],
];

test("a phone number is shown in groups, after its country code", () => {
  for (const [stored, shown] of PHONES) assert.equal(phoneText(stored), shown);
});
