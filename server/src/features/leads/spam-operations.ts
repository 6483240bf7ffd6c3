import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId } from "../../platform/ids.ts";
import { sourceId } from "./operations.ts";
import { SPAM_REASONS } from "./submission-operations.ts";

/** What came with a form in 30 days, and what became of it. */
const SpamFigures = z
  .strictObject({
    accepted: z.int().describe("Let in at once"),
    released: z.int().describe("Held, then let in by somebody"),
    dropped: z.int().describe("Held, then dropped"),
    held: z.int().describe("Held now"),
    reasons: z.record(z.string(), z.int()).describe("How many of the held and dropped ones had each reason"),
    is_exact: z.boolean().describe("False: more were held than are counted"),
  })
  .register(schemaNames, { name: "SpamFigures" });

export const getSpamFigures = defineOperation({
  name: "leads.getSpamFigures",
  summary: "Count what came with a form in 30 days: let in, held, dropped, and why",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-sources/{id}/spam" },
  example: { id: sampleId("src") },
  input: z.strictObject({ id: sourceId }),
  output: SpamFigures,
});

export const tryText = defineOperation({
  name: "leads.tryText",
  summary: "Tell whether a text would be held, if nothing else spoke against it",
  access: "member",
  effect: "read",
  input: z.strictObject({ text: z.string().max(10_000) }),
  output: z.strictObject({ score: z.int(), is_held: z.boolean(), reasons: z.array(z.enum(SPAM_REASONS)) }),
});
