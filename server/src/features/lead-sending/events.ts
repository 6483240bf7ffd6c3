import { z } from "zod";
import { defineEvent, type DescribedEvent, type SentencePart } from "../../kernel/event.ts";
import { verbAndSubject } from "../../kernel/sentences.ts";
import { memberId } from "../members/operations.ts";
import { deliveryId, destinationId, ruleId } from "./ids.ts";

const named = z.object({ name: z.string() });
const lead = z.object({ name: z.string(), type: z.literal("lead") });

const routed = lead.extend({
  decision: z.int().describe("Its number: GET /leads/{id}/decisions"),
  cause: z.enum(["new", "refused", "timeout", "unknown", "returned", "asked", "overdue"]),
  rule: ruleId.nullable(),
  rule_name: z.string().nullable(),
  outcome: z.enum(["assign", "send", "none"]),
  user: memberId.nullable(),
  destination: destinationId.nullable(),
  to_name: z.string().nullable(),
});

/** The service decided, whoever's call it was a part of. */
function routedSentence({ subject, data }: DescribedEvent<z.output<typeof routed>>): SentencePart[] {
  if (data.outcome === "none" || !data.to_name) return ["No rule took the lead ", subject];
  return [`The rule “${data.rule_name ?? ""}” gave the lead `, subject, ` to ${data.to_name}`];
}

export const leadRouted = defineEvent({
  type: "lead.routed",
  subject: "rec",
  summary: "The rules decided who gets a lead, or that nobody does.",
  audience: "everyone",
  label: "Lead routed",
  sentence: routedSentence,
  isImpersonal: true,
  data: routed,
});

const hop = lead.extend({ delivery: deliveryId, destination: destinationId, destination_name: z.string(), reason: z.string() });

export const leadAccepted = defineEvent({
  type: "lead.accepted",
  subject: "rec",
  summary: "A destination took a lead.",
  audience: "everyone",
  label: "Lead accepted",
  sentence: ({ subject, data }) => [{ name: data.destination_name ?? "A destination" }, " took the lead ", subject],
  isImpersonal: true,
  data: hop,
});
export const leadRefused = defineEvent({
  type: "lead.refused",
  subject: "rec",
  summary: "A destination refused a lead, or did not answer.",
  audience: "everyone",
  label: "Lead refused",
  sentence: ({ subject, data }) => [{ name: data.destination_name ?? "A destination" }, " did not take the lead ", subject],
  isImpersonal: true,
  data: hop,
});
export const leadReturned = defineEvent({
  type: "lead.returned",
  subject: "rec",
  summary: "A lead that was sent came back.",
  audience: "everyone",
  label: "Lead returned",
  sentence: ({ subject, data }) => [{ name: data.destination_name ?? "A destination" }, " returned the lead ", subject],
  isImpersonal: true,
  data: hop,
});
export const leadOverdue = defineEvent({
  type: "lead.overdue",
  subject: "rec",
  summary: "Nobody answered a lead in time.",
  audience: "everyone",
  label: "Lead overdue",
  sentence: ({ subject }) => ["Nobody answered the lead ", subject, " in time"],
  isImpersonal: true,
  data: lead.extend({ user: memberId.nullable(), due_at: z.iso.datetime() }),
});

export const leadRulesChanged = defineEvent({
  type: "lead_rules.changed",
  subject: "com",
  summary: "The rules for new leads were saved as a new version.",
  audience: "everyone",
  label: "Lead rules changed",
  sentence: ({ data: { version } }) => [`saved version ${version ?? "?"} of the lead rules`],
  data: named.extend({ version: z.int(), note: z.string() }),
});

export const leadLogExported = defineEvent({
  type: "lead_log.exported",
  subject: "com",
  summary: "The log of lead sending was exported to a file.",
  audience: "involved",
  label: "Lead log exported",
  sentence: () => ["exported the log of lead sending"],
  data: named,
});

export const destinationCreated = defineEvent({
  type: "destination.created",
  subject: "dst",
  summary: "A destination for leads was added.",
  audience: "everyone",
  label: "Destination added",
  sentence: verbAndSubject("added the destination "),
  data: named,
});
export const destinationUpdated = defineEvent({
  type: "destination.updated",
  subject: "dst",
  summary: "A destination for leads was changed, paused or started again.",
  audience: "everyone",
  label: "Destination changed",
  sentence: verbAndSubject("changed the destination "),
  data: named,
});
export const destinationDeleted = defineEvent({
  type: "destination.deleted",
  subject: "dst",
  summary: "A destination for leads was deleted.",
  audience: "everyone",
  label: "Destination deleted",
  sentence: verbAndSubject("deleted the destination "),
  data: named,
});

export const leadCodeCreated = defineEvent({
  type: "lead_code.created",
  subject: "lcd",
  summary: "A code by which another company can send leads was made.",
  audience: "everyone",
  label: "Lead code made",
  sentence: verbAndSubject("made a code for leads from "),
  data: named,
});
export const leadCodeUpdated = defineEvent({
  type: "lead_code.updated",
  subject: "lcd",
  summary: "A code for leads was made again, or turned off or on.",
  audience: "everyone",
  label: "Lead code changed",
  sentence: verbAndSubject("changed the code for leads from "),
  data: named,
});
export const leadCodeDeleted = defineEvent({
  type: "lead_code.deleted",
  subject: "lcd",
  summary: "A code for leads was deleted.",
  audience: "everyone",
  label: "Lead code deleted",
  sentence: verbAndSubject("deleted the code for leads from "),
  data: named,
});

const hoursOf = named.extend({ user: memberId.nullable() });
export const workingHoursChanged = defineEvent({
  type: "working_hours.changed",
  subject: "com",
  summary: "Working hours of a person, or of the company, changed.",
  audience: "everyone",
  label: "Working hours changed",
  sentence: ({ data: { name } }) => ["changed the working hours of ", { name: name ?? "" }],
  data: hoursOf,
});
export const absenceAdded = defineEvent({
  type: "absence.added",
  subject: "abs",
  summary: "An absence was added.",
  audience: "everyone",
  label: "Absence added",
  sentence: ({ data: { name } }) => ["added an absence of ", { name: name ?? "" }],
  data: hoursOf,
});
export const absenceRemoved = defineEvent({
  type: "absence.removed",
  subject: "abs",
  summary: "An absence was removed.",
  audience: "everyone",
  label: "Absence removed",
  sentence: ({ data: { name } }) => ["removed an absence of ", { name: name ?? "" }],
  data: hoursOf,
});

export const clockPolicyChanged = defineEvent({
  type: "lead_clocks.changed",
  subject: "com",
  summary: "How fast leads must have a first response was changed.",
  audience: "everyone",
  label: "First response changed",
  sentence: ({ data: { is_on: isOn, minutes } }) => [
    isOn ? `said that leads must have a first response within ${minutes ?? "?"} minutes` : "turned the first-response clock off",
  ],
  data: z.object({
    name: z.string(),
    is_on: z.boolean(),
    minutes: z.int(),
    on_overdue: z.enum(["tell", "next"]),
    most_handovers: z.int(),
  }),
});
