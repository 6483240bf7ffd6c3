import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";

export const sourceId = id("src", "form");
export const publicId = z.string().regex(/^[0-9A-Za-z]{16}$/, "Expected the id in a form's address.");

export const SOURCE_STATES = ["draft", "published", "paused"] as const;
export const MAX_FORM_FIELDS = 30;
const DAY_CAP = 1_000;
const MAX_DAY_CAP = 10_000_000;
const MAX_POINTS = 6;

const fieldKey = z.string().min(1).max(60).describe("Key of a field of leads; name is the lead's title");
const chosenField = z.strictObject({
  key: fieldKey,
  label: z.string().trim().min(1).max(100).optional().describe("As visitors read it; left out: the field's own"),
  is_required: z.boolean().default(false),
  help: z.string().trim().max(200).optional().describe("A line below the field"),
});

/** One field as visitors see it. */
const FormField = z
  .strictObject({
    key: fieldKey,
    label: z.string(),
    kind: z.string().describe("Kind of the field, such as email"),
    is_required: z.boolean(),
    help: z.string().nullable(),
  })
  .register(schemaNames, { name: "FormField" });

const pageAddress = z.string().trim().max(2_000).nullable();

const settings = {
  name: z.string().trim().min(1).max(100),
  fields: z.array(chosenField).min(1).max(MAX_FORM_FIELDS).describe("What visitors can fill in, in this order"),
  origins: z
    .array(z.string().trim().min(1).max(200))
    .max(20)
    .describe("Sites that show the form, such as https://example.com; none: every site"),
  redirect_url: z
    .string()
    .trim()
    .max(2_000)
    .nullable()
    .describe("Where a form without script goes after sending: an address on one of its origins; null: our page of thanks"),
  button: z.string().trim().min(1).max(60),
  thanks: z.string().trim().max(500).describe("What visitors read after sending"),
  intro: z.string().trim().max(2_000).describe("Above the fields of the hosted page"),
  headline: z.string().trim().max(100).describe("The title of the hosted page; empty: the form's name"),
  points: z.array(z.string().trim().min(1).max(100)).max(MAX_POINTS).describe("A list below the introduction of the hosted page"),
  privacy_url: pageAddress.describe("Linked beside the consent text, and in the footer of the hosted page"),
  imprint_url: pageAddress.describe("Linked in the footer of the hosted page"),
  consent_text: z.string().trim().max(2_000).describe("Beside the box; empty: no box. Each change is a new version"),
  is_consent_required: z.boolean(),
  wants_opt_in: z.boolean().describe("Mail a link to the given address, to be confirmed"),
  day_cap: z.int().min(1).max(MAX_DAY_CAP).describe("How many are taken in a day (UTC); what comes beyond is held"),
};

/** A form: where leads come from. */
export const LeadSource = z
  .strictObject({
    id: sourceId,
    public_id: publicId.describe("In the form's address: /f/{public_id}"),
    name: z.string(),
    state: z.enum(SOURCE_STATES).describe("Only a published form takes submissions"),
    url: z.string().describe("The hosted page, and where submissions are sent"),
    fields: z.array(FormField),
    origins: z.array(z.string()),
    redirect_url: z.string().nullable(),
    button: z.string(),
    thanks: z.string(),
    intro: z.string(),
    headline: z.string(),
    points: z.array(z.string()),
    privacy_url: z.string().nullable(),
    imprint_url: z.string().nullable(),
    consent_text: z.string(),
    consent_version: z.int(),
    is_consent_required: z.boolean(),
    wants_opt_in: z.boolean(),
    day_cap: z.int(),
    is_flooded: z.boolean().describe("More comes than people send: those who did no work are held"),
    last_week: z.strictObject({ accepted: z.int(), held: z.int() }).describe("Submissions of the last 7 days, with today"),
    last_received_at: time.nullable(),
    held: z
      .strictObject({ count: z.int(), is_exact: z.boolean().describe("False: at least that many") })
      .describe("Held now, waiting for somebody to look"),
    created_at: time,
    updated_at: time,
  })
  .register(schemaNames, { name: "LeadSource" });

export const listSources = defineOperation({
  name: "leads.listSources",
  summary: "List the company's forms, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-sources" },
  example: { limit: 10 },
  input: z.strictObject(pageInput),
  output: pageOf(LeadSource),
});

export const getSource = defineOperation({
  name: "leads.getSource",
  summary: "Read one form",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/lead-sources/{id}" },
  example: { id: sampleId("src") },
  input: z.strictObject({ id: sourceId }),
  output: LeadSource,
});

export const createSource = defineOperation({
  name: "leads.createSource",
  summary: "Add a form; it takes submissions once it is published",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/lead-sources", status: 201 },
  example: {
    name: "Contact us",
    fields: [{ key: "name", is_required: true }, { key: "email", is_required: true }, { key: "message" }],
    origins: ["https://example.com"],
    state: "published",
  },
  input: z.strictObject({
    name: settings.name,
    fields: settings.fields,
    state: z.enum(["draft", "published"]).default("draft"),
    origins: settings.origins.default([]),
    redirect_url: settings.redirect_url.default(null),
    button: settings.button.default("Send"),
    thanks: settings.thanks.default("Thank you. We will get back to you."),
    intro: settings.intro.default(""),
    headline: settings.headline.default(""),
    points: settings.points.default([]),
    privacy_url: settings.privacy_url.default(null),
    imprint_url: settings.imprint_url.default(null),
    consent_text: settings.consent_text.default(""),
    is_consent_required: settings.is_consent_required.default(false),
    wants_opt_in: settings.wants_opt_in.default(false),
    day_cap: settings.day_cap.default(DAY_CAP),
  }),
  output: LeadSource,
});

export const updateSource = defineOperation({
  name: "leads.updateSource",
  summary: "Change a form; what is left out stays",
  access: "admin",
  effect: "write",
  rest: { method: "PATCH", path: "/lead-sources/{id}" },
  example: { id: sampleId("src"), button: "Ask for a call" },
  input: z.strictObject({ id: sourceId, ...z.object(settings).partial().shape }),
  output: LeadSource,
});

export const setSourceState = defineOperation({
  name: "leads.setSourceState",
  summary: "Publish a form, or pause it",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/lead-sources/{id}/state" },
  example: { id: sampleId("src"), state: "paused" },
  input: z.strictObject({ id: sourceId, state: z.enum(["published", "paused"]) }),
  output: LeadSource,
});

export const deleteSource = defineOperation({
  name: "leads.deleteSource",
  summary: "Delete a form; its submissions and leads are kept",
  access: "admin",
  effect: "destroy",
  rest: { method: "DELETE", path: "/lead-sources/{id}", status: 204 },
  example: { id: sampleId("src") },
  input: z.strictObject({ id: sourceId }),
  output: z.strictObject({}),
});
