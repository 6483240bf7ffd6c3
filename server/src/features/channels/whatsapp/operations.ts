import { z } from "zod";
import { defineOperation, schemaNames } from "../../../kernel/operation.ts";
import { sampleId } from "../../../platform/ids.ts";
import { unparsed } from "../../../platform/unparsed.ts";
import { Channel, channelId, itemId, settings } from "../shapes.ts";

const metaId = z.string().regex(/^\d{5,30}$/, "Expected the digits that Meta shows.");

const connected = {
  phone_number_id: metaId.describe("Meta's id of the number, not the number itself"),
  business_account_id: metaId.describe("Meta's id of the WhatsApp Business account"),
  token: settings.token,
  app_secret: settings.app_secret,
};

const Callback = z.strictObject({
  url: z.string().describe("The callback URL to enter in the Meta app"),
  verify_token: z.string().describe("The verify token to enter beside it"),
});

const Template = z
  .strictObject({
    name: z.string(),
    language: z.string(),
    text: z.string().describe("With {{1}} for each value"),
    parameters: z.array(z.string()).describe("What stands in the braces. Give a value for each, in this order"),
  })
  .register(schemaNames, { name: "WhatsAppTemplate" });

// For the dialog of the web application: what Meta shows is copied by a person.

export const connectWhatsApp = defineOperation({
  name: "channels.connectWhatsApp",
  summary: "Add a WhatsApp number as a channel; it is tried before it is saved",
  access: "member",
  effect: "write",
  hasSecret: true,
  input: z.strictObject({
    name: settings.name,
    access: z.enum(["everyone", "chosen"]).default("everyone"),
    members: settings.members.default([]),
    ...connected,
  }),
  output: z.strictObject({ channel: Channel, callback: Callback }),
});

export const readWhatsAppCallback = defineOperation({
  name: "channels.readWhatsAppCallback",
  summary: "The callback URL and verify token to enter in the Meta app",
  access: "member",
  effect: "read",
  hasSecret: true,
  input: z.strictObject({ id: channelId }),
  output: Callback,
});

export const listWhatsAppTemplates = defineOperation({
  name: "channels.listWhatsAppTemplates",
  summary: "Templates of a WhatsApp channel that Meta has approved; other channels have none",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}/templates" },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: z.strictObject({
    items: z.array(Template),
  }),
});

// What the surface of callbacks and the worker do. Nobody else can call these.

export const verifyWhatsApp = defineOperation({
  name: "channels.verifyWhatsApp",
  summary: "Whether a verify token is that of the channel",
  access: "system",
  effect: "read",
  input: z.strictObject({ id: channelId, token: z.string().max(500) }),
  output: z.strictObject({ is_right: z.boolean() }),
});

export const acceptWhatsApp = defineOperation({
  name: "channels.acceptWhatsApp",
  summary: "Check the signature of a callback and write down all that is in it",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: channelId, body: unparsed<Buffer>().describe("As it came"), signature: z.string().max(200) }),
  output: z.strictObject({ is_signed: z.boolean(), accepted: z.int().describe("How many items were new") }),
});

const Account = z.strictObject({ phone_number_id: z.string(), business_account_id: z.string(), token: z.string() });

export const openWhatsApp = defineOperation({
  name: "channels.openWhatsApp",
  summary: "What a worker sends over WhatsApp with",
  access: "system",
  effect: "read",
  hasSecret: true,
  input: z.strictObject({ id: channelId }),
  output: z.strictObject({ account: Account.nullable().describe("Null: stored with another KITH_SECRET, or gone") }),
});

export const openWhatsAppMedia = defineOperation({
  name: "channels.openWhatsAppMedia",
  summary: "What a worker fetches the file of a message with",
  access: "system",
  effect: "read",
  hasSecret: true,
  input: z.strictObject({ id: channelId, item: itemId }),
  output: z.strictObject({
    media: Account.extend({ id: z.string() }).nullable().describe("Null: there is nothing to fetch any more"),
  }),
});

export const keepWhatsAppMedia = defineOperation({
  name: "channels.keepWhatsAppMedia",
  summary: "Put the file of a message to its item, which is taken from then on",
  access: "system",
  effect: "write",
  input: z.strictObject({ id: channelId, item: itemId, file: unparsed<Buffer | null>().describe("Null: it cannot be fetched") }),
  output: z.strictObject({}),
});
