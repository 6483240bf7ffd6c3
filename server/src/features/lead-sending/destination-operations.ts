import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { sampleId, time } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { memberId, oneLine } from "../members/operations.ts";
import { recordId } from "../records/operations.ts";
import { deliveryId, destinationId } from "./ids.ts";

export const DESTINATION_KINDS = ["http", "email", "teammate", "company"] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];
export const DESTINATION_STATES = ["on", "failing", "down", "paused"] as const;

const MAX_HEADERS = 10;
const MAX_MAPPED = 50;

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_|~-]{1,60}$/, "A header's name is letters, digits and hyphens.")
  .regex(
    /^(?!(?:webhook-.*|kith-.*|idempotency-key|host|content-.*|user-agent|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$)/i,
    "This header is set by Kith.",
  );
const headerValue = z
  .string()
  .max(1_000)
  .regex(/^[\x20-\x7e]*$/, "A header's value is one line of plain characters.");
const headers = <Value extends z.ZodType<string | null>>(value: Value) =>
  z
    .record(headerName, value)
    .refine((given) => Object.keys(given).length <= MAX_HEADERS, `At most ${MAX_HEADERS} headers.`)
    .describe("For http: your own headers, such as authorization. Values are stored encrypted and never shown again");

/** The names of a path, with dots between them. Names that would change what an object is are no names. */
const path = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,60}(\.[A-Za-z0-9_-]{1,60}){0,7}$/, "A path is names with dots between them, such as person.email.")
  .regex(/^(?!(?:.*\.)?(?:__proto__|constructor|prototype)(?:\.|$))/, "This name cannot be used.");

export const Mapped = z
  .strictObject({
    to: path.describe("Where in the body: person.email"),
    from: z.enum(["field", "text", "template"]),
    value: z
      .string()
      .max(1_000)
      .describe("For field: its key, lead_id, received_at, or attribution.page and so on. For template: {{name}} from {{company}}"),
  })
  .register(schemaNames, { name: "MappedValue" });

const AnswerTest = z
  .strictObject({
    path: path.describe("Where in its JSON answer: result.status"),
    is: z.enum(["equals", "contains"]),
    text: z.string().min(1).max(200),
  })
  .register(schemaNames, { name: "AnswerTest" });

export const AcceptTest = z
  .strictObject({
    statuses: z.array(z.int().min(100).max(599)).max(20).default([]).describe("Statuses that mean accepted; none: 200 to 299"),
    accepted: AnswerTest.nullable().default(null).describe("What the answer must say, beside the status"),
    refused: AnswerTest.nullable().default(null).describe("What makes it refused, whatever the status"),
  })
  .register(schemaNames, { name: "AcceptTest" });

const settings = {
  name: oneLine.min(1, "Enter a name for the destination.").max(100),
  url: z.string().trim().min(1).max(2_000).describe("For http: where to send, https"),
  mapping: z.array(Mapped).max(MAX_MAPPED).describe("For http: the body; none: every value of the lead"),
  accept: AcceptTest.describe("For http: which answers mean accepted"),
  timeout_seconds: z.int().min(1).max(15).describe("For http: how long to wait for an answer"),
  email: z.email().max(254).describe("For email: to whom"),
  member: memberId.describe("For teammate: who gets it"),
  code: z.string().trim().min(1).max(100).describe("For company: the code that the other company gave you. Stored encrypted"),
  return_days: z.int().min(0).max(90).describe("How long a receiver can return a lead; 0: not at all"),
};

/** Where leads are sent, and how it is doing. No secret, code or value of a header is in it. */
export const Destination = z
  .strictObject({
    id: destinationId,
    name: z.string(),
    kind: z.enum(DESTINATION_KINDS),
    url: z.string().nullable(),
    headers: z.array(z.string()).describe("Names of its own headers"),
    secret_last_four: z.string().nullable(),
    mapping: z.array(Mapped),
    accept: AcceptTest,
    timeout_seconds: z.int(),
    email: z.string().nullable(),
    member: z.strictObject({ id: memberId, name: z.string() }).nullable(),
    code_last_four: z.string().nullable(),
    return_days: z.int(),
    state: z.enum(DESTINATION_STATES).describe("failing: the last delivery failed; down: the last five did"),
    reason: z.string().nullable().describe("What the last delivery met, where it failed"),
    waiting: z.int().describe("Deliveries that are not finished"),
    last_day: z.strictObject({
      accepted: z.int(),
      refused: z.int(),
      timeouts: z.int(),
      unknown: z.int(),
      returned: z.int(),
      median_ms: z.int().nullable(),
    }),
    created_at: time,
    updated_at: time,
  })
  .register(schemaNames, { name: "Destination" });

export const listDestinations = defineOperation({
  name: "leadSending.listDestinations",
  summary: "List where leads can be sent, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/destinations" },
  example: { limit: 10 },
  input: z.strictObject(pageInput),
  output: pageOf(Destination),
});

export const getDestination = defineOperation({
  name: "leadSending.getDestination",
  summary: "Read one destination and how it is doing",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/destinations/{id}" },
  example: { id: sampleId("dst") },
  input: z.strictObject({ id: destinationId }),
  output: Destination,
});

export const createDestination = defineOperation({
  name: "leadSending.createDestination",
  summary: "Add a destination; the secret of an http one is in this answer and nowhere else",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/destinations", status: 201 },
  hasSecret: true,
  withoutSecret: ({ destination }) => ({ destination, secret: null }),
  example: {
    name: "Partner",
    kind: "http",
    url: "https://93.184.216.34/leads",
    mapping: [{ to: "person.email", from: "field", value: "email" }],
  },
  input: z.strictObject({
    name: settings.name,
    kind: z.enum(DESTINATION_KINDS),
    url: settings.url.optional(),
    headers: headers(headerValue).default({}),
    mapping: settings.mapping.default([]),
    accept: settings.accept.default({ statuses: [], accepted: null, refused: null }),
    timeout_seconds: settings.timeout_seconds.default(5),
    email: settings.email.optional(),
    member: settings.member.optional(),
    code: settings.code.optional(),
    return_days: settings.return_days.default(7),
  }),
  output: z.strictObject({
    destination: Destination,
    secret: z.string().nullable().describe("Shown once: null when the call is repeated, and for other kinds"),
  }),
});

export const updateDestination = defineOperation({
  name: "leadSending.updateDestination",
  summary: "Change a destination; what is left out stays",
  access: "admin",
  effect: "write",
  rest: { method: "PATCH", path: "/destinations/{id}" },
  example: { id: sampleId("dst"), name: "Partner in Lyon" },
  input: z.strictObject({
    id: destinationId,
    ...z.object(settings).partial().shape,
    headers: headers(headerValue.nullable())
      .optional()
      .describe("All of its headers; a null value keeps the one that is stored, unless the URL leads to another host"),
  }),
  output: Destination,
});

export const deleteDestination = defineOperation({
  name: "leadSending.deleteDestination",
  summary: "Delete a destination; rules that send to it go on to the next rule",
  access: "admin",
  effect: "destroy",
  rest: { method: "DELETE", path: "/destinations/{id}", status: 204 },
  example: { id: sampleId("dst") },
  input: z.strictObject({ id: destinationId }),
  output: z.strictObject({}),
});

export const setDestinationState = defineOperation({
  name: "leadSending.setDestinationState",
  summary: "Pause a destination, so that leads go on to the next rule, or turn it on",
  access: "admin",
  effect: "write",
  rest: { method: "PUT", path: "/destinations/{id}/state" },
  example: { id: sampleId("dst"), state: "paused" },
  input: z.strictObject({ id: destinationId, state: z.enum(["on", "paused"]) }),
  output: Destination,
});

export const rotateDestinationSecret = defineOperation({
  name: "leadSending.rotateDestinationSecret",
  summary: "Rotate the secret of a destination; the old one stops working at once",
  access: "admin",
  effect: "write",
  freshPassword: true,
  rest: { method: "POST", path: "/destinations/{id}/secret" },
  hasSecret: true,
  example: { id: sampleId("dst") },
  input: z.strictObject({ id: destinationId }),
  output: z.strictObject({ destination: Destination, secret: z.string() }),
});

export const testDestination = defineOperation({
  name: "leadSending.testDestination",
  summary: "Send a sample lead to a destination, marked as a test",
  access: "admin",
  effect: "write",
  rest: { method: "POST", path: "/destinations/{id}/tests", status: 202 },
  example: { id: sampleId("dst") },
  input: z.strictObject({ id: destinationId }),
  output: z.strictObject({ delivery: deliveryId.describe("What becomes of it is in this delivery") }),
});

// For the editor of the web application.
export const previewMapping = defineOperation({
  name: "leadSending.previewMapping",
  summary: "The body that a mapping makes of a lead",
  access: "admin",
  effect: "read",
  input: z.strictObject({
    mapping: settings.mapping,
    lead: recordId.optional().describe("Left out: a sample"),
  }),
  output: z.strictObject({ body: z.string() }),
});
