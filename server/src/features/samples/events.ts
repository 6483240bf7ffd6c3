import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted } from "../../kernel/sentences.ts";

export const sampleLoaded = defineEvent({
  type: "sample.loaded",
  subject: "smp",
  summary: "An empty company was filled with sample data.",
  audience: "everyone",
  label: "Sample data added",
  sentence: ({ data }) => [`added ${counted(data.records, "sample record")}`],
  data: z.object({ name: z.string(), records: z.int() }),
});
export const sampleRemoved = defineEvent({
  type: "sample.removed",
  subject: "smp",
  summary: "The sample data was removed.",
  audience: "everyone",
  label: "Sample data removed",
  sentence: ({ data }) => [`removed ${counted(data.removed, "sample record")}`],
  data: z.object({ name: z.string(), removed: z.int(), kept: z.int() }),
});
