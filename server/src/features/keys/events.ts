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
export const keyRowsUnusual = defineEvent({
  type: "key.rows_unusual",
  subject: "key",
  summary: "A key has read far more in a day than it usually does.",
  data: named.extend({ rows: z.int().describe("Read so far that day"), usual: z.int().describe("Mean of the seven days before") }),
});
