import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { id } from "../../../platform/ids.ts";

export const optInId = id("opt", "confirmation");

export const mintOptIn = defineOperation({
  name: "leads.mintOptIn",
  summary: "Make the link of an email that asks to confirm an address",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: optInId }),
  output: z.strictObject({ email: z.string(), company_name: z.string(), link: z.string() }).nullable(),
});

export const noteUnsent = defineOperation({
  name: "leads.noteUnsent",
  summary: "Write down that the email did not go out, so that it is tried again",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: optInId }),
  output: z.strictObject({}),
});

export const confirmOptIn = defineOperation({
  name: "leads.confirmOptIn",
  summary: "Confirm an address: somebody pressed the button",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: optInId }),
  output: z.strictObject({ is_confirmed: z.boolean() }),
});
