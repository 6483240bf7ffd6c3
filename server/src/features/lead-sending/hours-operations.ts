import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId, oneLine } from "../members/operations.ts";
import { absenceId } from "./ids.ts";
import { Hours, Who } from "./shapes.ts";

const user = memberId.optional().describe("Left out: yourself. Others only by an Admin");
const sampleHours = { zone: "Europe/Berlin", days: [1, 2, 3, 4, 5].map((day) => ({ day, from: "08:00", to: "17:00" })) };

const HoursList = z
  .strictObject({
    company: Hours.nullable().describe("For everyone without hours of their own; null: at all times"),
    people: z.array(
      z.strictObject({
        ...Who.shape,
        hours: Hours.nullable().describe("Null: those of the company"),
        is_open: z.boolean().describe("Now, absences counted"),
      }),
    ),
  })
  .register(schemaNames, { name: "WorkingHoursList" });

export const getWorkingHours = defineOperation({
  name: "leadSending.getWorkingHours",
  summary: "Read the working hours of the company and its members",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/working-hours" },
  example: {},
  input: z.strictObject({}),
  output: HoursList,
});

export const saveWorkingHours = defineOperation({
  name: "leadSending.saveWorkingHours",
  summary: "Set your working hours; an Admin also those of others",
  access: "member",
  effect: "write",
  rest: { method: "PUT", path: "/working-hours" },
  example: { hours: sampleHours },
  input: z.strictObject({ user, hours: Hours.nullable().describe("Null: those of the company hold") }),
  output: HoursList,
});

export const saveCompanyHours = defineOperation({
  name: "leadSending.saveCompanyHours",
  summary: "Set the working hours for everyone without hours of their own",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/working-hours/company" },
  example: { hours: sampleHours },
  input: z.strictObject({ hours: Hours.nullable().describe("Null: at all times") }),
  output: HoursList,
});

export const Absence = z
  .strictObject({ id: absenceId, user: Who, from: time, to: time, note: z.string(), is_now: z.boolean() })
  .register(schemaNames, { name: "Absence" });

export const listAbsences = defineOperation({
  name: "leadSending.listAbsences",
  summary: "List absences that have not ended, or all",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/absences" },
  example: { limit: 10 },
  input: z.strictObject({
    user: memberId.optional(),
    past: z.stringbool().or(z.boolean()).default(false).describe("Also those that ended"),
    ...pageInput,
  }),
  output: pageOf(Absence),
});

export const addAbsence = defineOperation({
  name: "leadSending.addAbsence",
  summary: "Add an absence of yours, or as an Admin of others; no rule gives them leads then",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/absences", status: 201 },
  example: { from: "2026-12-21T00:00:00Z", to: "2027-01-04T00:00:00Z", note: "Holiday" },
  input: z
    .strictObject({ user, from: time, to: time, note: oneLine.max(200).default("") })
    .refine((given) => given.to > given.from, { path: ["to"], message: "An absence ends after it begins." }),
  output: Absence,
});

export const removeAbsence = defineOperation({
  name: "leadSending.removeAbsence",
  summary: "Remove an absence of yours; an Admin also of others",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/absences/{id}", status: 204 },
  example: { id: sampleId("abs") },
  input: z.strictObject({ id: absenceId }),
  output: z.strictObject({}),
});
