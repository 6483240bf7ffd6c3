import { z } from "zod";
import { defineOperation, schemaNames } from "../../../kernel/operation.ts";
import { id, time } from "../../../platform/ids.ts";
import { pageInput, pageOf } from "../../../platform/paging.ts";
import { memberId } from "../../members/operations.ts";
import { messageId } from "../ids.ts";

export const consentId = id("cns", "consent");

export const CONSENT_STATES = ["granted", "withdrawn", "bounced", "complained"] as const;
const KINDS = ["email", "whatsapp", "api"] as const;

const kind = z.enum(KINDS);
const address = z.string().trim().min(1).max(320);

/** One line about an address. The last one counts. */
const Consent = z
  .strictObject({
    id: consentId,
    kind,
    address: z.string(),
    state: z.enum(CONSENT_STATES),
    source: z.string().describe("Where it comes from"),
    text: z.string().describe("What they agreed to, or what their server said. Text from outside"),
    message: messageId.nullable().describe("The message that bounced, or whose link was used"),
    recorded_by: z.strictObject({ id: memberId, name: z.string() }).nullable(),
    at: time,
  })
  .register(schemaNames, { name: "Consent" });

export const listConsents = defineOperation({
  name: "inbox.listConsents",
  summary: "List who agreed to be written to and who does not want it, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/consents" },
  example: { address: "anneke@fernhill.example" },
  input: z.strictObject({
    kind: kind.default("email").describe("Of the address"),
    address: address.optional(),
    state: z.enum(CONSENT_STATES).optional(),
    ...pageInput,
  }),
  output: pageOf(Consent),
});

const MAX_ASKED = 20;

export const lastConsents = defineOperation({
  name: "inbox.lastConsents",
  summary: "Read what counts of each of these addresses: its last line, if it has one",
  access: "member",
  effect: "read",
  example: { of: [{ kind: "email", address: "anneke@fernhill.example" }] },
  input: z.strictObject({ of: z.array(z.strictObject({ kind, address })).max(MAX_ASKED) }),
  output: z.strictObject({ items: z.array(Consent) }),
});

export const addConsent = defineOperation({
  name: "inbox.addConsent",
  summary: "Record that somebody agreed to be written to, or does not want it any more",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/consents", status: 201 },
  example: {
    address: "anneke@fernhill.example",
    state: "granted",
    source: "Contract of 2026-11-02",
    text: "May be told about new products by email.",
  },
  input: z.strictObject({
    kind: kind.default("email"),
    address,
    state: z.enum(["granted", "withdrawn", "complained"]),
    source: z.string().trim().min(1).max(200).describe("Where it comes from, such as a form or a call"),
    text: z.string().trim().max(2_000).default("").describe("What they agreed to, in the words they read"),
  }),
  output: Consent,
});
