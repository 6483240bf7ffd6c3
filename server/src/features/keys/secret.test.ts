import assert from "node:assert/strict";
import { test } from "node:test";
import { isWellFormedKey, makeKey } from "./secret.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a key is 64 base62 characters, starts with kith and its cell, and is well-formed", () => {
  for (let round = 0; round < 1_000; round++) {
    const key = makeKey("7Z");
    assert.match(key, /^kith7Z[0-9A-Za-z]{58}$/);
    assert.ok(isWellFormedKey(key));
  }
});

test("no two keys are alike", () => {
  assert.equal(new Set(Array.from({ length: 10_000 }, () => makeKey("00"))).size, 10_000);
});

test("the last six characters check the others: no character can be changed, and no two swapped", () => {
  const key = makeKey("00");
  for (let at = 0; at < 64; at++) {
    for (const character of BASE62) {
      if (character !== key[at]) assert.ok(!isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1)));
    }
  }
  for (let at = 0; at < 63; at++) {
    const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
    if (swapped !== key) assert.ok(!isWellFormedKey(swapped));
  }
});

test("what is no key is not well-formed", () => {
  const key = makeKey("00");
  for (const wrong of [
    "",
    key.slice(1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.toLowerCase(),
    key.replace("kith", "kith-"),
    "0".repeat(64),
  ]) {
    assert.ok(!isWellFormedKey(wrong), JSON.stringify(wrong));
  }
});

test("every character is equally likely at every random place", () => {
  const counts = new Map<string, number>();
  const KEYS = 4_000;
  for (let round = 0; round < KEYS; round++)
    for (const character of makeKey("00").slice(6, 58)) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (KEYS * 52) / 62;
  const chiSquare = BASE62.split("").reduce((sum, character) => sum + ((counts.get(character) ?? 0) - expected) ** 2 / expected, 0);
  // 61 degrees of freedom: fair characters stay below 130 but once in a million runs. Bytes taken modulo 62 give thousands.
  assert.ok(chiSquare < 130, `chi-square ${chiSquare.toFixed(1)}`);
});
