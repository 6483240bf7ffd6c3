import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { operationId, sampleId } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { ACTIVITY_KINDS, recordId, reference, type } from "./inputs.ts";
import { Activity, activityId } from "./shapes.ts";

const DAY_MINUTES = 1_440;
export const activityKind = z.enum(ACTIVITY_KINDS);
const at = z.string().min(1).max(40).describe("When it happened, such as 2026-11-17T16:40:00Z or yesterday. Not in the future");
const durationMinutes = z.int().min(1).max(DAY_MINUTES);
const outcome = z.string().trim().max(20_000).describe("What came of it");
const people = z.array(reference).max(20).describe("Contacts who took part");

const activityInput = {
  kind: activityKind,
  outcome: outcome.default(""),
  at: at.optional(),
  duration_minutes: durationMinutes.optional(),
  people: people.default([]),
  follow_up: z
    .strictObject({
      name: z.string().trim().min(1).max(500).optional(),
      due: z.string().min(1).max(40).describe("Such as friday or 2026-11-20"),
    })
    .optional()
    .describe("Makes a task for it"),
};

export const logActivity = defineOperation({
  name: "records.logActivity",
  summary: "Log a call, a meeting or an email on a record, with a task to follow up",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/records/{type}/{id}/activities", status: 201 },
  example: {
    type: "contact",
    id: sampleId("rec"),
    kind: "call",
    outcome: "Technical questions on pipe diameter, all answered.",
    duration_minutes: 14,
  },
  input: z.strictObject({ type: type.optional(), id: recordId, ...activityInput }),
  output: z.strictObject({
    id: activityId,
    operation_id: operationId,
    task: recordId.nullable().describe("The task that follows it up"),
  }),
});

export const updateActivity = defineOperation({
  name: "records.updateActivity",
  summary: "Change a logged activity: its author or an Admin can",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/records/{type}/{id}/activities/{activity}" },
  example: { type: "contact", id: sampleId("rec"), activity: sampleId("act"), duration_minutes: 20 },
  input: z.strictObject({
    type: type.optional(),
    id: recordId,
    activity: activityId,
    kind: activityKind.optional(),
    outcome: outcome.optional(),
    at: at.optional(),
    duration_minutes: durationMinutes.nullable().optional(),
    people: people.optional(),
  }),
  output: z.strictObject({ operation_id: operationId }),
});

export const removeActivity = defineOperation({
  name: "records.deleteActivity",
  summary: "Delete a logged activity: its author or an Admin can, and undo brings it back",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/records/{type}/{id}/activities/{activity}" },
  example: { type: "contact", id: sampleId("rec"), activity: sampleId("act") },
  input: z.strictObject({ type: type.optional(), id: recordId, activity: activityId }),
  output: z.strictObject({ operation_id: operationId }),
});

export const activities = defineOperation({
  name: "records.activities",
  summary: "List logged calls, meetings and emails, the latest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/activities" },
  example: { kind: "call", since: "last_week" },
  input: z.strictObject({
    record: recordId.optional().describe("Logged on this record, or with this contact"),
    kind: activityKind.optional(),
    since: z.string().max(40).optional().describe("Such as 2026-11-14 or -7d"),
    until: z.string().max(40).optional(),
    ...pageInput,
  }),
  output: pageOf(Activity),
});
