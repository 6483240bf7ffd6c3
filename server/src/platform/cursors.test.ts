import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { createCursors } from "./cursors.ts";
import { newId } from "./random.ts";

const cursors = createCursors("a secret");
const [company, other, lastId] = [newId(), newId(), newId()];
const cursor = cursors.seal(company, "records.list", lastId);

test("a cursor opens for the company and the list it was made for", () => {
  assert.equal(cursors.open(company, "records.list", cursor), lastId);
  assert.equal(createCursors("a secret").open(company, "records.list", cursor), lastId, "on every node");
});

// The format until version 0.1: signed, but readable.
const signature = createHmac("sha256", "a secret")
  .update(`cursor\n${company}\nrecords.list\n${Buffer.from(lastId).toString("base64url")}`)
  .digest()
  .subarray(0, 16)
  .toString("base64url");
const signed = `${Buffer.from(lastId).toString("base64url")}.${signature}`;

test("a cursor of the old, unencrypted format still opens, for its company and list only", () => {
  assert.equal(cursors.open(company, "records.list", signed), lastId);
  assert.throws(() => cursors.open(other, "records.list", signed), { code: "bad_cursor" });
  assert.throws(() => cursors.open(company, "events.list", signed), { code: "bad_cursor" });
});

test("a cursor does not reveal what it holds", () => {
  const held = Buffer.from(cursor, "base64url").toString("latin1");
  for (const part of [lastId, lastId.slice(0, 8), "records"]) assert.ok(!held.includes(part));
});

const WRONG: Record<string, () => string> = {
  "of another company": () => cursors.open(other, "records.list", cursor),
  "of another list": () => cursors.open(company, "events.list", cursor),
  "made with another secret": () => createCursors("another").open(company, "records.list", cursor),
  "for another row, with a signature of this one": () =>
    cursors.open(company, "records.list", `${Buffer.from(newId()).toString("base64url")}.${signature}`),
  "without its signature": () => cursors.open(company, "records.list", `${signed.split(".")[0]}.`),
  "that is cut off": () => cursors.open(company, "records.list", cursor.slice(0, 30)),
  "with something after it": () => cursors.open(company, "records.list", `${cursor}.x`),
  "with something before it": () => cursors.open(company, "records.list", ` ${cursor}`),
  "spelled in another way": () => cursors.open(company, "records.list", `${cursor}=`),
  "that is empty": () => cursors.open(company, "records.list", ""),
};

for (const [what, open] of Object.entries(WRONG)) {
  test(`a cursor ${what} is refused`, () => {
    assert.throws(open, { status: 400, code: "bad_cursor" });
  });
}

test("changing any character makes a cursor invalid", () => {
  for (const own of [cursor, signed]) {
    for (let at = 0; at < own.length; at++) {
      for (const character of ["A", "z", "-", "."]) {
        const edited = own.slice(0, at) + character + own.slice(at + 1);
        if (edited !== own) assert.throws(() => cursors.open(company, "records.list", edited), { code: "bad_cursor" }, edited);
      }
    }
  }
});

test("the length of a cursor does not tell how many transactions were running", () => {
  const busy = Array.from({ length: 8 }, (_, at) => at + 1).join(".");
  const lengths = ["1 1 - -", "83711 9817 1sgo.0 -", `83711 9817 1sgo.${busy} 1sgo.${busy}`].map(
    (position) => cursors.seal(company, "records.changes", position).length,
  );
  assert.equal(new Set(lengths).size, 1, lengths.join(", "));
});
