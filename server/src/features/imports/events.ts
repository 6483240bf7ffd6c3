import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

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
  data: named,
});
export const importFinished = defineEvent({
  type: "import.finished",
  subject: "imp",
  summary: "An import came to its end, or had to stop.",
  data: finished,
});
export const importUndone = defineEvent({
  type: "import.undone",
  subject: "imp",
  summary: "What an import did was set back.",
  data: named.extend({ restored: z.int(), kept: z.int() }),
});
