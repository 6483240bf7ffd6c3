import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted } from "../../kernel/sentences.ts";

const named = z.object({ name: z.string(), currency: z.string() });

export const rateChanged = defineEvent({
  type: "rate.changed",
  subject: "com",
  summary: "The rate of a currency was entered or changed.",
  audience: "everyone",
  label: "Rate changed",
  sentence: ({ data, changes: { rate } }) => [
    `set the rate of ${data.currency ?? "a currency"} `,
    ...(rate ? [{ from: rate[0], to: rate[1] }] : []),
  ],
  data: named,
});
export const rateRemoved = defineEvent({
  type: "rate.removed",
  subject: "com",
  summary: "A currency and its rate were removed.",
  audience: "everyone",
  label: "Rate removed",
  sentence: ({ data }) => [`removed the rate of ${data.currency ?? "a currency"}`],
  data: named,
});
export const ratesApplied = defineEvent({
  type: "rate.applied",
  subject: "com",
  summary: "Amounts in other currencies were converted at the current rates.",
  audience: "everyone",
  label: "Amounts converted",
  sentence: ({ data }) => [`The amounts of ${counted(data.records, "record")} were converted at the current rates`],
  isImpersonal: true,
  data: z.object({ name: z.string(), records: z.int() }),
});
