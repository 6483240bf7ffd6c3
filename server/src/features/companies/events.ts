import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string() });

export const companyCreated = defineEvent({ type: "company.created", subject: "com", summary: "The company was signed up.", data: named });
export const companyUpdated = defineEvent({
  type: "company.updated",
  subject: "com",
  summary: "The company's name or time zone changed.",
  data: named,
});
