import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { time } from "../../platform/ids.ts";
import { currencyCode } from "../types/operations.ts";

const MAX_RATE = 1_000_000_000;

/** Decimal text, so that no digit is lost; a number is taken too. */
export const rateInput = z.coerce
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,10})?$/, "Enter a decimal number such as 0.92, with at most ten decimals.")
  .refine((rate) => Number(rate) > 0 && Number(rate) <= MAX_RATE, "A rate is above 0 and at most 1,000,000,000.")
  .describe("What one unit is worth in the company's currency, such as 0.92");

const Rate = z.strictObject({ currency: z.string(), rate: z.string(), updated_at: time }).register(schemaNames, { name: "CurrencyRate" });

export const list = defineOperation({
  name: "currencies.list",
  summary: "List the currencies that amounts can be in, with their rates",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/currencies" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ currency: z.string().describe("The company's own"), items: z.array(Rate) }),
});

export const set = defineOperation({
  name: "currencies.set",
  summary: "Add a currency, or change its rate; amounts in it are converted again",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/currencies/{currency}" },
  example: { currency: "USD", rate: "0.92" },
  input: z.strictObject({ currency: currencyCode, rate: rateInput }),
  output: Rate,
});

export const remove = defineOperation({
  name: "currencies.delete",
  summary: "Remove a currency that no amount is in",
  access: "admin",
  effect: "destroy",
  rest: { method: "DELETE", path: "/currencies/{currency}", status: 204 },
  example: { currency: "USD" },
  input: z.strictObject({ currency: currencyCode }),
  output: z.strictObject({}),
});

export const convert = defineOperation({
  name: "currencies.convert",
  summary: "Convert the next records with amounts in other currencies at the current rates",
  access: "system",
  effect: "write",
  input: z.strictObject({ after: z.uuid().nullable(), converted: z.int().min(0), pass: z.enum(["now", "settle"]) }),
  output: z.strictObject({}),
});
