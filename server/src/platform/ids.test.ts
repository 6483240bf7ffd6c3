import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { id, showId, time } from "./ids.ts";
import { newId } from "./random.ts";

const recordId = id("rec", "record");

test("an id is shown as its prefix and 26 characters, and is parsed back to the same UUID", () => {
  const known: [string, string][] = [
    ["00000000-0000-0000-0000-000000000000", "rec_00000000000000000000000000"],
    ["ffffffff-ffff-ffff-ffff-ffffffffffff", "rec_7zzzzzzzzzzzzzzzzzzzzzzzzz"],
    ["01890a5d-ac96-774b-bcce-b302099a8057", "rec_01h455vb4pex5vsknk084sn02q"],
  ];
  for (const [uuid, shown] of known) {
    assert.equal(recordId.encode(uuid), shown);
    assert.equal(recordId.decode(shown), uuid);
  }
  for (let round = 0; round < 1_000; round++) {
    const uuid = newId();
    assert.equal(recordId.decode(recordId.encode(uuid)), uuid);
    assert.equal(showId("rec", uuid), recordId.encode(uuid));
  }
});

test("what is no UUID is not shown as an id", () => {
  const right = "01890a5d-ac96-774b-bcce-b302099a8057";
  for (const wrong of ["", "abc", right.slice(0, -1), right.replaceAll("-", ""), ...Array.from(right, (_, at) => replaced(right, at))])
    assert.ok(!recordId.safeEncode(wrong).success, wrong);
});

/** The text with a letter in place of what is there, unless that is a hyphen. */
const replaced = (text: string, at: number) => `${text.slice(0, at)}${text[at] === "-" ? "-z" : "z"}${text.slice(at + 1)}`;

test("ids sort like the UUIDs they stand for", () => {
  const uuids = Array.from({ length: 100 }, newId).toSorted((a, b) => (a < b ? -1 : 1));
  const shown = uuids.map((uuid) => recordId.encode(uuid));
  assert.deepEqual(
    shown.toSorted((a, b) => (a < b ? -1 : 1)),
    shown,
  );
});

test("anything but an id of the right kind is refused, and the error names the kind", () => {
  const right = "rec_01h455vb4pex5vsknk084sn02q";
  for (const wrong of [
    "",
    right.slice(0, -1),
    `${right}0`,
    right.toUpperCase(),
    right.replace("rec_", "key_"),
    right.replace("rec_0", "rec_8"), // beyond 128 bits
    right.replace("q", "l"),
    `${right}\n`,
    "01890a5d-ac96-774b-bcce-b302099a8057",
  ]) {
    const result = recordId.safeDecode(wrong);
    assert.ok(!result.success, JSON.stringify(wrong));
    assert.match(z.prettifyError(result.error), /id of a record, which starts with rec_/);
  }
});

test("a time is a Date inside and ISO 8601 in UTC outside", () => {
  assert.equal(time.encode(new Date(0)), "1970-01-01T00:00:00.000Z");
  assert.equal(time.decode("2026-11-14T12:00:00Z").getTime(), Date.UTC(2026, 10, 14, 12));
  assert.ok(!time.safeDecode("yesterday").success);
});
