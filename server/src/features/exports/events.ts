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
