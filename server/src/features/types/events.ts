import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";

const named = z.object({ name: z.string(), key: z.string() });

export const typeCreated = defineEvent({ type: "type.created", subject: "typ", summary: "A record type was made.", data: named });
export const typeUpdated = defineEvent({ type: "type.updated", subject: "typ", summary: "A record type was changed.", data: named });
export const fieldAdded = defineEvent({
  type: "field.added",
  subject: "typ",
  summary: "A field was added to a type.",
  data: named.extend({ field: z.string() }),
});
export const fieldUpdated = defineEvent({
  type: "field.updated",
  subject: "typ",
  summary: "A field was changed or retired.",
  data: named.extend({ field: z.string() }),
});
