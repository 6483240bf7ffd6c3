import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deal } from "../../../../test/fixtures.ts";
import type { Line } from "./activity-text.ts";

const { deedOf } = await import("./activity-text.ts");

const LINES: [event: Line, text: string][] = [
  [{ type: "record.created", changes: { stage: [null, "proposal"], amount: [null, "5"] }, count: 1 }, "added deal Flow"],
  [{ type: "record.updated", changes: { stage: ["new", "proposal"] }, count: 1 }, "moved Flow to Proposal"],
  [{ type: "record.updated", changes: { amount: ["1", "2"], owner: [null, "usr_1"] }, count: 1 }, "changed amount and 1 more of Flow"],
  [{ type: "record.deleted", changes: null, count: 1 }, "moved Flow to the trash"],
  [{ type: "record.deleted", changes: null, count: 3 }, "moved 3 deals to the trash"],
  [{ type: "record.created", changes: null, count: 1_200 }, "added 1,200 deals"],
  [{ type: "note.added", changes: null, count: 1 }, "added a note to Flow"],
  [{ type: "activity.logged", changes: null, count: 3 }, "logged activities on 3 deals"],
];

test("a line of activity says what was done: a record that was created is added, not moved to its first stage", () => {
  for (const [event, text] of LINES) {
    const deed = deedOf(event, deal);
    assert.ok(deed);
    assert.equal("whole" in deed ? deed.whole : [deed.before, "Flow", deed.after].filter(Boolean).join(" "), text);
  }
});
