import { DEFAULT_FORMATS } from "@kith/filter/values";
import { z } from "zod";
import { id, time } from "../../platform/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { emailInput, memberId, personName, publicName } from "../members/operations.ts";
import { newPassword } from "../passwords/operations.ts";
import { givenPassword, openedSession } from "../sessions/operations.ts";
import { formatSettings, formatValues, rowOfFormats } from "../types/operations.ts";

export const companyId = id("com", "company");
const companyName = publicName("Enter a company name.");
export const signUpId = id("sup", "sign-up");
const timeZone = z
  .string()
  .max(60)
  .refine((name) => spellTimeZone(name) !== undefined, "Use a time zone name such as Europe/Berlin.")
  .overwrite((name) => spellTimeZone(name) ?? name);

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
  hasSecret: true,
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
  // Null where mail is configured: the mail has the link that goes on. The same answer whether the address has an account or not.
  output: z.strictObject({ session_token: z.string().nullable(), user_id: memberId.nullable() }),
});

export const finish = defineOperation({
  name: "companies.finish",
  summary: "Finish signing up, with the link from the email",
  access: "public",
  effect: "write",
  hasSecret: true,
  session: "opens",
  perHour: 300,
  // Asks for the password again: whoever signed up with a stranger's address must not get an account that the stranger confirms.
  input: z.strictObject({ token: z.string().min(20).max(100), password: givenPassword }),
  output: openedSession,
});

export const mintSignUp = defineOperation({
  name: "companies.mintSignUp",
  summary: "Make the link that a sign-up mail carries",
  access: "system",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({ id: signUpId }),
  output: z.strictObject({ email: z.string(), link: z.string().nullable().describe("Null where the address has an account") }).nullable(),
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
 * Any time zone name a browser may send, in one spelling: of Asia/Kolkata and Asia/Calcutta each browser lists one and knows both, so the
 * name stays. Undefined if there is no such zone. Offsets such as +05:30 are refused: they have no summer time, and PostgreSQL reads their
 * sign the other way round.
 */
function spellTimeZone(name: string): string | undefined {
  if (!/^(UTC|[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return undefined;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return known.toLowerCase() === name.toLowerCase() ? known : inCapitals(name);
  } catch {
    return undefined;
  }
}

/** How an older or newer name of a zone is spelled, of which the runtime tells only the name that it prefers. */
const inCapitals = (name: string) => name.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
