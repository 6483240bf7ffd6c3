import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string(), type: z.string() });

export const recordCreated = defineEvent({ type: "record.created", subject: "rec", summary: "A record was created.", data: named });
export const recordUpdated = defineEvent({ type: "record.updated", subject: "rec", summary: "Values of a record changed.", data: named });
export const recordDeleted = defineEvent({
  type: "record.deleted",
  subject: "rec",
  summary: "A record was moved to the trash.",
  data: named,
});
export const recordRestored = defineEvent({
  type: "record.restored",
  subject: "rec",
  summary: "A record came back from the trash.",
  // The record it had been merged into, if a merge was undone: undoing that merges again.
  data: named.extend({ unmerged_from: z.string().optional() }),
});
export const recordMerged = defineEvent({
  type: "record.merged",
  subject: "rec",
  summary: "A record was merged into another.",
  data: named.extend({ into: z.string() }),
});
export const noteAdded = defineEvent({
  type: "note.added",
  subject: "rec",
  summary: "A note was written on a record.",
  data: named.extend({ note: z.string() }),
});
export const noteUpdated = defineEvent({
  type: "note.updated",
  subject: "rec",
  summary: "A note got another text.",
  data: named.extend({ note: z.string() }),
});
export const noteRemoved = defineEvent({
  type: "note.removed",
  subject: "rec",
  summary: "A note was taken away.",
  data: named.extend({ note: z.string() }),
});
