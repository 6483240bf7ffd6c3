import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

/** Written by execute() itself, for every operation it refuses. */
export const accessRefused = defineEvent({
  type: "access.refused",
  subject: "usr",
  summary: "Someone tried something their role does not allow.",
  audience: "involved",
  label: "Access refused",
  sentence: ({ data }) => [`was refused ${data.operation ?? "an operation"}, which is for Admins`],
  data: z.object({ operation: z.string(), needs: z.string() }),
});

export type { EventType, SentencePart } from "../../kernel/event.ts";
