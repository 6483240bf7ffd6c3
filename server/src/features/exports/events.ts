import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";

export const exportCreated = defineEvent({
  type: "export.created",
  subject: "exp",
  summary: "Records were exported to a file.",
  audience: "involved",
  label: "Records exported",
  sentence: verbAndSubject("exported "),
  data: z.object({ name: z.string(), type: z.string(), filter: z.string(), fields: z.array(z.string()) }),
});
export const exportFinished = defineEvent({
  type: "export.finished",
  subject: "exp",
  summary: "The file of an export is complete, or the export had to stop.",
  audience: "involved",
  label: "Export finished",
  sentence: verbAndSubject("got the file of "),
  data: z.object({ name: z.string(), type: z.string(), state: z.string(), rows: z.int() }),
});
