import assert from "node:assert/strict";
import { test } from "node:test";
import { LOG_BEGINNING, packPosition, positionAfter, positionAt, unpackPosition } from "./position.ts";
import { packSnapshot, unpackSnapshot } from "./snapshot.ts";

const SNAPSHOTS = ["3:3:", "727:727:", "798:803:798,801", "224117653012480:224117653012999:224117653012480,224117653012777"];

test("a snapshot survives packing and unpacking", () => {
  for (const snapshot of SNAPSHOTS) assert.equal(unpackSnapshot(packSnapshot(snapshot)), snapshot);
});

test("a snapshot with two hundred running writers still fits into a URL", () => {
  const running = Array.from({ length: 200 }, (_, at) => 224_117_653_012_480 + at * 7);
  const snapshot = `${running[0]}:224117653014000:${running.join(",")}`;
  const position = { ...positionAt(snapshot), upto: snapshot };
  assert.deepEqual(unpackPosition(packPosition(position)), position);
  assert.ok(packPosition(position).length < 1_800);
});

test("a position survives packing and unpacking: at the beginning, at a snapshot, in the middle of a window", () => {
  const [first = "", second = ""] = SNAPSHOTS;
  const positions = [
    LOG_BEGINNING,
    positionAt(second),
    positionAfter(LOG_BEGINNING, first, { written_in: "12", place: "34" }),
    positionAfter(positionAt(first), second, { written_in: "12", place: "34" }),
    positionAfter(positionAt(first), second, undefined),
  ];
  for (const position of positions) assert.deepEqual(unpackPosition(packPosition(position)), position);
});

test("a position of the old format means: everything after this stamp and place", () => {
  assert.deepEqual(unpackPosition("1234 56"), { seen: null, upto: null, writtenIn: "1234", place: "56" });
});
