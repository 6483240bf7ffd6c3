import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

export const sampleLoaded = defineEvent({
  type: "sample.loaded",
  subject: "smp",
  summary: "An empty company was filled with sample data.",
  data: z.object({ name: z.string(), records: z.int() }),
});
export const sampleRemoved = defineEvent({
  type: "sample.removed",
  subject: "smp",
  summary: "The sample data was removed.",
  data: z.object({ name: z.string(), removed: z.int(), kept: z.int() }),
});
