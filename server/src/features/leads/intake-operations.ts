import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { unparsed } from "../../platform/unparsed.ts";
import type { NewSubmission } from "./intake/submission.ts";
import { sourceId } from "./operations.ts";

// What the forms' own addresses do. Nobody else can call these, so a batch is not parsed value by value.

export const writeDown = defineOperation({
  name: "leads.writeDown",
  summary: "Write down submissions that arrived together",
  access: "system",
  effect: "write",
  input: z.strictObject({ submissions: unparsed<NewSubmission[]>() }),
  output: z.strictObject({ held: z.record(z.string(), z.int()), full: z.array(z.string()) }),
});

export const announceHeld = defineOperation({
  name: "leads.announceHeld",
  summary: "Tell that submissions of a form were held",
  access: "system",
  effect: "write",
  input: z.strictObject({ source: sourceId, submissions: z.int() }),
  output: z.strictObject({}),
});

export const noteFlood = defineOperation({
  name: "leads.noteFlood",
  summary: "Tell every node that a form is being flooded",
  access: "system",
  effect: "write",
  input: z.strictObject({ source: sourceId }),
  output: z.strictObject({}),
});

/** A form's fields with the options that visitors can choose from, and the texts of its page, for the page and the script. */
export const readForm = defineOperation({
  name: "leads.readForm",
  summary: "Describe a form to a visitor",
  access: "system",
  effect: "read",
  input: z.strictObject({ source: sourceId }),
  output: z.strictObject({
    company: z.string(),
    headline: z.string(),
    points: z.array(z.string()),
    privacy_url: z.string().nullable(),
    imprint_url: z.string().nullable(),
    fields: z.array(
      z.strictObject({
        key: z.string(),
        label: z.string(),
        kind: z.string(),
        is_required: z.boolean(),
        help: z.string().nullable(),
        options: z.array(z.strictObject({ key: z.string(), label: z.string() })).nullable(),
      }),
    ),
  }),
});
