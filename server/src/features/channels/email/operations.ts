import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { ACCESSES, Channel, channelId, EmailSettings, settings, SIGN_INS } from "../shapes.ts";

// For the dialog of the web application. A sign-in with a provider needs a person and a browser, so no key can ask for it.

export const guess = defineOperation({
  name: "channels.guess",
  summary: "The servers that an address most likely has",
  access: "member",
  effect: "read",
  input: z.strictObject({ address: settings.address }),
  output: z.strictObject({
    email: EmailSettings,
    sign_in: z.enum(SIGN_INS).describe("How this provider wants its users to sign in"),
    advice: z.string().nullable().describe("What the provider asks for first"),
    providers: z.array(z.enum(["google", "microsoft"])).describe("Sign-ins that the operator has set up"),
  }),
});

export const startSignIn = defineOperation({
  name: "channels.startSignIn",
  summary: "Where a person signs in with Google or Microsoft, for their mailbox",
  access: "member",
  effect: "read",
  input: z.strictObject({
    provider: z.enum(["google", "microsoft"]),
    id: channelId.optional().describe("To sign in again; left out: a new channel"),
    address: settings.address.optional(),
    name: settings.name.optional(),
    access: z.enum(ACCESSES).default("private"),
    members: settings.members.default([]),
    history_days: settings.history_days.default(30),
  }),
  output: z.strictObject({ url: z.string() }),
});

export const finishSignIn = defineOperation({
  name: "channels.finishSignIn",
  summary: "Add or correct the mailbox with what the provider sent back",
  access: "member",
  effect: "write",
  input: z.strictObject({ state: z.string().max(8_000), code: z.string().min(1).max(4_000) }),
  output: Channel,
});
