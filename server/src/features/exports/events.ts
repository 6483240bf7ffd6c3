import { z } from "zod";
import { defineEvent, saying } from "../../kernel/event.ts";

export const exportCreated = defineEvent({
  type: "export.created",
  subject: "exp",
  summary: "Records were exported to a file.",
  audience: "involved",
  label: "Records exported",
  sentence: saying("exported "),
  data: z.object({ name: z.string(), type: z.string(), filter: z.string(), fields: z.array(z.string()) }),
});
