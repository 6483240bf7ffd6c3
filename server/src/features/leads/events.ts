import { z } from "zod";
import { defineEvent } from "../../kernel/event.ts";
import { counted, verbAndSubject } from "../../kernel/sentences.ts";
import { recordId } from "../records/operations.ts";

const named = z.object({ name: z.string() });

export const leadSourceCreated = defineEvent({
  type: "lead_source.created",
  subject: "src",
  summary: "A form was added.",
  audience: "everyone",
  label: "Form added",
  sentence: verbAndSubject("added the form "),
  data: named,
});
export const leadSourceUpdated = defineEvent({
  type: "lead_source.updated",
  subject: "src",
  summary: "A form was changed, published or paused.",
  audience: "everyone",
  label: "Form changed",
  sentence: ({ subject, data: { state } }) =>
    state === "published"
      ? ["published the form ", subject]
      : state === "paused"
        ? ["paused the form ", subject]
        : ["changed the form ", subject],
  data: named.extend({ state: z.enum(["published", "paused"]).optional().describe("If it was published or paused") }),
});
export const leadSourceDeleted = defineEvent({
  type: "lead_source.deleted",
  subject: "src",
  summary: "A form was deleted. Its submissions are kept.",
  audience: "everyone",
  label: "Form deleted",
  sentence: verbAndSubject("deleted the form "),
  data: named,
});

export const leadReceived = defineEvent({
  type: "lead.received",
  subject: "rec",
  summary: "A new lead came from a form, a key or another company.",
  audience: "everyone",
  label: "Lead received",
  sentence: ({ subject, data: { source } }) => [
    `A lead came${source ? "" : " in"}: `,
    subject,
    ...(source ? [", from ", { name: source }] : []),
  ],
  isImpersonal: true,
  data: named.extend({
    type: z.literal("lead"),
    source: z.string().nullable().describe("The form's name"),
    submission: z.string().nullable().describe("What was sent"),
    cause: z
      .enum(["new", "released", "contact", "again"])
      .describe(
        "contact: its email or phone is a contact's; released: it had been held; again: the lead was last given to somebody 30 days ago",
      ),
  }),
});
export const leadTouched = defineEvent({
  type: "lead.touched",
  subject: "rec",
  summary: "Somebody whose lead is open sent a form again.",
  audience: "everyone",
  label: "Lead touched",
  sentence: ({ subject, data: { source } }) => ["Another message came for ", subject, ...(source ? [", from ", { name: source }] : [])],
  isImpersonal: true,
  data: named.extend({
    type: z.literal("lead"),
    source: z.string().nullable().describe("The form's name"),
    submission: z.string().describe("What was sent"),
  }),
});
export const leadConfirmed = defineEvent({
  type: "lead.confirmed",
  subject: "rec",
  summary: "A lead confirmed its email address by the button on the page of a mailed link.",
  audience: "everyone",
  label: "Address confirmed",
  sentence: ({ subject }) => [subject, " confirmed the email address"],
  isImpersonal: true,
  data: named.extend({ type: z.literal("lead") }),
});
export const leadHeld = defineEvent({
  type: "lead.held",
  subject: "src",
  summary: "Submissions of a form were held because they look like spam. Those of one form that come together are told together.",
  audience: "everyone",
  label: "Submissions held",
  sentence: ({ subject, data: { submissions } }) => [`${counted(submissions, "submission")} held as possible spam, of the form `, subject],
  isImpersonal: true,
  data: named.extend({ submissions: z.int() }),
});

export const submissionReleased = defineEvent({
  type: "submission.released",
  subject: "sub",
  summary: "A held submission was released and becomes a lead.",
  audience: "everyone",
  label: "Submission released",
  sentence: verbAndSubject("released the submission of "),
  data: named,
});
export const submissionDropped = defineEvent({
  type: "submission.dropped",
  subject: "sub",
  summary: "A held submission was dropped.",
  audience: "everyone",
  label: "Submission dropped",
  sentence: verbAndSubject("dropped the submission of "),
  data: named,
});
export const submissionRestored = defineEvent({
  type: "submission.restored",
  subject: "sub",
  summary: "A dropped submission is held again.",
  audience: "everyone",
  label: "Submission restored",
  sentence: verbAndSubject("restored the submission of "),
  data: named,
});

export const leadConverted = defineEvent({
  type: "lead.converted",
  subject: "rec",
  summary: "A lead was converted to a contact, and to an organization and a deal where they were wanted.",
  audience: "everyone",
  label: "Lead converted",
  sentence: ({ subject }) => ["converted lead ", subject],
  data: z.object({
    name: z.string(),
    type: z.string(),
    contact: recordId.nullable(),
    organization: recordId.nullable(),
    deal: recordId.nullable(),
  }),
});
