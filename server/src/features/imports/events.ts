import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted, verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string(), type: z.string() });
const finished = named.extend({
  state: z.string(),
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
});

export const importStarted = defineEvent({
  type: "import.started",
  subject: "imp",
  summary: "The import of a file was started.",
  audience: "involved",
  label: "Import started",
  sentence: verbAndSubject("started importing "),
  data: named,
});
export const importFinished = defineEvent({
  type: "import.finished",
  subject: "imp",
  summary: "An import finished, or had to stop.",
  audience: "involved",
  label: "Import finished",
  sentence: ({ subject, data: { created, updated, failed } }) => [
    "imported ",
    subject,
    `: ${counted(created, "created", "created")}, ${counted(updated, "changed", "changed")}, ${counted(failed, "failed", "failed")}`,
  ],
  data: finished,
});
export const importUndone = defineEvent({
  type: "import.undone",
  subject: "imp",
  summary: "An import was undone.",
  audience: "involved",
  label: "Import undone",
  sentence: ({ subject, data }) => ["undid the import of ", subject, `: ${counted(data.restored, "record")} restored`],
  data: named.extend({ restored: z.int(), kept: z.int() }),
});
