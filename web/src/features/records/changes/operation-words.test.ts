import "../../../../test/components.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecordType } from "../../types/index.ts";
import type { OwnOperation, UndoCheck } from "./operation-words.ts";

const { tellInOneLine, whyNot } = await import("./operation-words.ts");

const types = [
  {
    key: "deal",
    label: "Deal",
    label_plural: "Deals",
    fields: [
      { key: "stage", label: "Stage" },
      { key: "close_date", label: "Close date" },
    ],
  },
] as unknown as RecordType[];
const record = (title: string, type = "deal") => ({ id: `rec_${title}`, type, title });
const operation = (change: Partial<OwnOperation>): OwnOperation => ({
  operation_id: "op_1",
  at: "2026-11-20T09:00:00.000Z",
  by: "Ada",
  key: null,
  via: "web",
  kinds: ["record.updated"],
  fields: [],
  count: 1,
  conversations: 0,
  records: [record("Crane")],
  is_undo: false,
  is_undone: false,
  ...change,
});

const LINES: [Partial<OwnOperation>, string][] = [
  [{ fields: ["stage"] }, "Changed stage of deal “Crane”"],
  [{ fields: ["stage", "close_date"], count: 20 }, "Changed stage and close date of 20 deals"],
  [{ fields: ["a", "b", "c", "d", "e"] }, "Changed a, b, c and 2 more of deal “Crane”"],
  [{ kinds: ["record.created"] }, "Created deal “Crane”"],
  [{ kinds: ["record.created", "record.updated"], count: 2, records: [record("Crane"), record("Bo", "contact")] }, "Created 2 records"],
  [{ kinds: ["record.deleted"], count: 1_200 }, "Moved 1,200 deals to the trash"],
  [{ kinds: ["activity.logged", "record.created"] }, "Logged an activity on deal “Crane”"],
  [{ kinds: ["record.created", "record.updated", "lead.converted"], count: 4 }, "Converted a lead: 4 deals"],
  [{ kinds: ["record.deleted"], is_undo: true }, "Undo: moved deal “Crane” to the trash"],
  [{ kinds: ["conversation.closed"], count: 0, conversations: 2, records: [] }, "Closed 2 conversations"],
  [{ kinds: ["message.queued", "conversation.closed"], count: 0, conversations: 1, records: [] }, "Wrote a message in a conversation"],
];

test("an operation is told in one line, with what it was done to", () => {
  for (const [change, line] of LINES) assert.equal(tellInOneLine(operation(change), types), line);
});

test("what prevents undo has the names of its record and fields, not their ids and keys", () => {
  const check: UndoCheck = {
    operation_id: "op_1",
    can_undo: false,
    reason: "rec_1 was changed again since: close_date. Nothing was undone.",
    records: 1,
    in_the_way: { id: "rec_1", type: "deal", title: "Crane", reason: "was changed again since: close_date", fields: ["close_date"] },
  };
  assert.equal(whyNot(check, types), "“Crane” was changed again since: Close date.");
  assert.equal(whyNot({ ...check, reason: "It was undone already.", in_the_way: null }, types), "It was undone already.");
});
