import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string(), last_four: z.string() });

export const keyCreated = defineEvent({ type: "key.created", subject: "key", summary: "A key was added.", data: named });
export const keyDeleted = defineEvent({
  type: "key.deleted",
  subject: "key",
  summary: "A key was deleted.",
  data: named.extend({ owner: z.string() }),
});
export const keyFirstUsed = defineEvent({
  type: "key.first_used",
  subject: "key",
  summary: "A key was used for the first time.",
  data: named.extend({ client: z.string().nullable() }),
});
