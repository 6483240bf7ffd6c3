import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted, verbAndSubject } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string(), last_four: z.string() });

export const keyCreated = defineEvent({
  type: "key.created",
  subject: "key",
  summary: "A key was added.",
  audience: "involved",
  label: "Key added",
  sentence: verbAndSubject("added the key "),
  data: named,
});
export const keyDeleted = defineEvent({
  type: "key.deleted",
  subject: "key",
  summary: "A key was deleted.",
  audience: "involved",
  label: "Key deleted",
  sentence: ({ subject, data: { owner }, actorName }) => [
    "deleted the key ",
    subject,
    ...(owner && owner !== actorName ? [` of ${owner}`] : []),
  ],
  data: named.extend({ owner: z.string() }),
});
export const keyFirstUsed = defineEvent({
  type: "key.first_used",
  subject: "key",
  summary: "A key was used for the first time.",
  audience: "involved",
  label: "Key first used",
  sentence: ({ subject, data: { client } }) => [
    "The key ",
    subject,
    " was used for the first time",
    ...(client ? [", by ", { program: client }] : []),
  ],
  isImpersonal: true,
  data: named.extend({ client: z.string().nullable() }),
});
export const keyRowsUnusual = defineEvent({
  type: "key.rows_unusual",
  subject: "key",
  summary: "A key has read far more in a day than it usually does.",
  audience: "involved",
  label: "Unusual reading by a key",
  sentence: ({ subject, data: { rows, usual } }) => [
    "The key ",
    subject,
    ` has read ${counted(rows, "row")} in one day; ${(usual ?? 0).toLocaleString("en")} is usual`,
  ],
  isImpersonal: true,
  data: named.extend({ rows: z.int().describe("Read so far that day"), usual: z.int().describe("Mean of the seven days before") }),
});
