import assert from "node:assert/strict";
import { test } from "node:test";
import { createCursors } from "./cursors.ts";
import { newId } from "../kernel/random.ts";

const cursors = createCursors("a secret");
const [company, other, lastId] = [newId(), newId(), newId()];
const cursor = cursors.seal(company, "records.list", lastId);

test("a cursor opens for the company and the list it was made for", () => {
  assert.equal(cursors.open(company, "records.list", cursor), lastId);
  assert.equal(createCursors("a secret").open(company, "records.list", cursor), lastId, "on every node");
});

const [body = "", signature = ""] = cursor.split(".");
const WRONG: Record<string, () => string> = {
  "of another company": () => cursors.open(other, "records.list", cursor),
  "of another list": () => cursors.open(company, "events.list", cursor),
  "made with another secret": () => createCursors("another").open(company, "records.list", cursor),
  "for another row": () => cursors.open(company, "records.list", `${Buffer.from(newId()).toString("base64url")}.${signature}`),
  "without its signature": () => cursors.open(company, "records.list", body),
  "with an empty signature": () => cursors.open(company, "records.list", `${body}.`),
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

test("no character of a cursor can be changed", () => {
  for (let at = 0; at < cursor.length; at++) {
    for (const character of ["A", "z", "-", "."]) {
      const edited = cursor.slice(0, at) + character + cursor.slice(at + 1);
      if (edited !== cursor) assert.throws(() => cursors.open(company, "records.list", edited), { code: "bad_cursor" }, edited);
    }
  }
});
