import { z } from "zod";
import { schemaNames } from "../../kernel/operation.ts";
import { time } from "../../platform/ids.ts";
import { memberId, oneLine } from "../members/operations.ts";
import { destinationId, ruleId } from "./ids.ts";

export const MAX_RULES = 100;
const MAX_PEOPLE = 50;
const MAX_WEIGHT = 100;

export const CAUSES = ["new", "refused", "timeout", "unknown", "returned", "asked", "overdue"] as const;
export const RESULTS = ["taken", "no_match", "off", "closed", "cap", "nobody", "paused", "tried", "broken", "gone"] as const;
export const KINDS = ["assign", "send", "none"] as const;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time is written as 08:00.");
/** Until 24:00 is the whole rest of a day. */
const endTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "A time is written as 18:00.");
const timeZone = z
  .string()
  .min(1)
  .max(60)
  .refine((zone) => isZone(zone), "There is no such time zone. Try Europe/Berlin.")
  .describe("IANA time zone, such as Europe/Berlin");

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const day = z.int().min(1).max(7).describe("1 is Monday, 7 Sunday");

const RuleHours = z
  .strictObject({
    zone: timeZone,
    days: z.array(day).min(1).max(7),
    from: clockTime,
    to: endTime.describe("Not after `from`: until that time of the next day"),
  })
  .register(schemaNames, { name: "RuleHours" });

export const Cap = z
  .strictObject({ per: z.enum(["hour", "day", "month"]), most: z.int().min(1).max(1_000_000) })
  .register(schemaNames, { name: "LeadCap" });
const caps = z
  .array(Cap)
  .max(3)
  .refine((list) => new Set(list.map((cap) => cap.per)).size === list.length, "Enter one number for each hour, day and month.");

const person = z.strictObject({ user_id: memberId, weight: z.int().min(1).max(MAX_WEIGHT).default(1) });
const assign = z.strictObject({
  kind: z.literal("assign"),
  how: z.enum(["person", "round_robin", "weighted", "least_loaded"]),
  people: z
    .array(person)
    .min(1, "Choose who gets these leads.")
    .max(MAX_PEOPLE)
    .refine((list) => new Set(list.map((one) => one.user_id)).size === list.length, "A person is in a rule once."),
});
const send = z.strictObject({
  kind: z.literal("send"),
  destination_id: destinationId,
  on_unknown: z.enum(["next", "hold"]).default("hold").describe("If nobody knows whether it arrived: the next rule, or wait for a person"),
});

export const Rule = z
  .strictObject({
    id: ruleId,
    name: oneLine.min(1, "Enter a name for the rule.").max(100),
    is_on: z.boolean().default(true),
    filter: z.string().max(3_000).default("").describe("Which leads; empty: every lead"),
    // oxlint-disable-next-line unicorn/no-thenable -- the word people read in a rule: when, then, only
    then: z
      .discriminatedUnion("kind", [assign, send])
      .refine((then) => then.kind !== "assign" || then.how !== "person" || then.people.length === 1, "Choose one person."),
    hours: RuleHours.nullable().default(null).describe("Only then; null: always"),
    caps: caps.default([]).describe("At most that many leads for the rule"),
    per_person: caps.default([]).describe("At most that many for each person"),
  })
  .register(schemaNames, { name: "LeadRule" });
export type Rule = z.output<typeof Rule>;

/** A rule as it is sent: a new one has no id yet. */
export const GivenRule = z
  .strictObject({ ...Rule.shape, id: ruleId.optional().describe("Left out: a new rule") })
  .register(schemaNames, { name: "GivenLeadRule" });

const range = z.strictObject({ day, from: clockTime, to: endTime.describe("Not after `from`: until that time of the next day") });
export const Hours = z.strictObject({ zone: timeZone, days: z.array(range).max(21) }).register(schemaNames, { name: "WorkingHours" });
export type Hours = z.output<typeof Hours>;

export const Who = z.strictObject({ id: memberId, name: z.string() }).register(schemaNames, { name: "PersonName" });
export const Saved = { version: z.int(), note: z.string(), saved_by: Who.nullable(), saved_at: time.nullable() };

/** Counting the log ends here: a company may have a million decisions. */
export const MAX_COUNTED = 1_000;
/** What a delivery ends as, where somebody may want to look at it. */
export const COUNTED_STATES = ["refused", "timeout", "unknown", "returned"] as const;
