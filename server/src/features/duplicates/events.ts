import { z } from "zod";
import { defineEvent, type DescribedEvent, type SentencePart } from "../../kernel/event.ts";

const pair = z.object({ name: z.string(), type: z.string(), other: z.string() });

const said =
  (rest: string) =>
  ({ subject }: DescribedEvent<z.output<typeof pair>>): SentencePart[] => ["marked ", subject, rest];

export const duplicateDismissed = defineEvent({
  type: "duplicate.dismissed",
  subject: "rec",
  summary: "Two records were found to be different.",
  audience: "everyone",
  label: "Not a duplicate",
  sentence: said(" as no duplicate"),
  data: pair,
});
export const duplicateReopened = defineEvent({
  type: "duplicate.reopened",
  subject: "rec",
  summary: "Two records may be the same again.",
  audience: "everyone",
  label: "May be a duplicate",
  sentence: said(" as a possible duplicate"),
  data: pair,
});
