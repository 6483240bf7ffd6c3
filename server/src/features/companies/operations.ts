import { DEFAULT_FORMATS } from "@kith/filter/values";
import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { emailInput, oneLine, personName } from "../members/operations.ts";
import { newPassword } from "../passwords/operations.ts";
import { openedSession } from "../sessions/operations.ts";
import { formatSettings, formatValues, rowOfFormats } from "../types/operations.ts";

export const companyId = id("com", "company");
const companyName = oneLine.min(1, "Give the company a name.").max(100);
const timeZone = z.string().max(60).refine(isTimeZone, "Use a time zone name such as Europe/Berlin.");

const usual = rowOfFormats(DEFAULT_FORMATS);
const newFormats = {
  currency: formatSettings.currency.default(usual.currency),
  number_format: formatSettings.number_format.default(usual.number_format),
  date_format: formatSettings.date_format.default(usual.date_format),
  week_start: formatSettings.week_start.default(usual.week_start),
  language: formatSettings.language.default(usual.language),
  // A guess would read phone numbers without a code as those of another country.
  country: formatSettings.country.default(""),
};
const changedFormats = z.strictObject(formatSettings).partial().shape;

const Company = z.strictObject({
  id: companyId,
  name: z.string(),
  time_zone: z.string(),
  ...formatValues,
  created_at: time,
  /** Whether this installation can send mail; without it, links are shown on screen. */
  sends_mail: z.boolean(),
});

export const create = defineOperation({
  name: "companies.create",
  summary: "Sign up: a new company and its first Admin",
  access: "public",
  effect: "write",
  session: "opens",
  perHour: 300,
  input: z.strictObject({
    company_name: companyName,
    name: personName,
    email: emailInput,
    password: newPassword,
    time_zone: timeZone.default("UTC"),
    ...newFormats,
  }),
  output: openedSession,
});

export const get = defineOperation({
  name: "companies.get",
  summary: "Read your company",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: Company,
});

export const update = defineOperation({
  name: "companies.update",
  summary: "Change the company's name, time zone, currency or formats",
  access: "admin",
  effect: "write",
  input: z.strictObject({
    name: companyName.optional(),
    time_zone: timeZone.optional(),
    ...changedFormats,
    relabel_amounts: z.boolean().default(false).describe("With another currency: amounts keep their figures, and are in the new currency"),
  }),
  output: Company,
});

/**
 * Any time zone name a browser may send: of Asia/Kolkata and Asia/Calcutta each browser lists one and knows both. Offsets such as
 * +05:30 are refused: they have no summer time, and PostgreSQL reads their sign the other way round.
 */
function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
