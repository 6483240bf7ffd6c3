import assert from "node:assert/strict";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { test } from "node:test";
import { addToSha256, endSha256, SHA256_START } from "./resumable-sha256.ts";

const whole = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

function inParts(bytes: Buffer, parts: () => number): string {
  let state: Buffer = SHA256_START;
  let at = 0;
  for (let blocks = parts(); at + blocks * 64 <= bytes.length; blocks = parts()) {
    // As it comes back from the database: other bytes around it.
    state = Buffer.concat([Buffer.alloc(3), addToSha256(state, bytes.subarray(at, at + blocks * 64))]).subarray(3);
    at += blocks * 64;
  }
  return endSha256(state, bytes.subarray(at), bytes.length).toString("hex");
}

test("a hash that goes on in parts is that of the whole, for every length around the borders of a block", () => {
  for (let length = 0; length <= 260; length++) {
    const bytes = randomBytes(length);
    assert.equal(
      inParts(bytes, () => 1),
      whole(bytes),
      `${length} bytes`,
    );
  }
});

test("a hash does not depend on how the bytes are cut", () => {
  const bytes = randomBytes(700_001);
  for (let round = 0; round < 20; round++)
    assert.equal(
      inParts(bytes, () => randomInt(1, 900)),
      whole(bytes),
    );
});

test("bytes that are no whole blocks are refused where others follow", () => {
  assert.throws(() => addToSha256(SHA256_START, Buffer.alloc(65)), /whole blocks/);
});

test("a length of more than 32 bits is in the hash", () => {
  // 516 MiB have more than 2^32 bits.
  let state: Buffer = SHA256_START;
  const piece = Buffer.alloc(4_194_304);
  const hash = createHash("sha256");
  for (let at = 0; at < 129; at++) hash.update(piece);
  for (let at = 0; at < 129; at++) state = addToSha256(state, piece);
  assert.equal(endSha256(state, Buffer.alloc(0), 129 * piece.length).toString("hex"), hash.digest("hex"));
});
