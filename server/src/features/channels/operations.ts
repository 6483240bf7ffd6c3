import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { sampleId } from "../../platform/ids.ts";
import { pageInput, pageOf } from "../../platform/paging.ts";
import { ACCESSES, Channel, channelId, settings } from "./shapes.ts";

export const list = defineOperation({
  name: "channels.list",
  summary: "List the channels you see, and as an Admin all of them, newest first",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels" },
  example: { limit: 10 },
  input: z.strictObject(pageInput),
  output: pageOf(Channel),
});

export const get = defineOperation({
  name: "channels.get",
  summary: "Read one channel and how it is doing",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}" },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: Channel,
});

export const create = defineOperation({
  name: "channels.create",
  summary: "Add a channel; a mailbox is tried first. Members add their own, as private",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/channels", status: 201 },
  example: { kind: "api", name: "Trade fair app", access: "everyone" },
  input: z.strictObject({
    kind: z.enum(["api", "email"]),
    name: settings.name,
    access: z.enum(ACCESSES).default("everyone"),
    members: settings.members.default([]),
    address: settings.address.optional().describe("For email: the address of the mailbox"),
    email: settings.email.optional().describe("For email: its servers; left out: guessed from the address"),
    password: settings.password.optional(),
    history_days: settings.history_days.default(30),
  }),
  output: Channel,
});

export const update = defineOperation({
  name: "channels.update",
  summary: "Change a channel; other servers, another password or token are tried first",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/channels/{id}" },
  example: { id: sampleId("chn"), name: "Service" },
  input: z.strictObject({
    id: channelId,
    name: settings.name.optional(),
    access: z.enum(["everyone", "chosen"]).optional(),
    members: settings.members.optional(),
    email: settings.email.optional(),
    password: settings.password.optional(),
    token: settings.token.optional(),
    app_secret: settings.app_secret.optional(),
    history_days: settings.history_days.optional(),
  }),
  output: Channel,
});

export const setState = defineOperation({
  name: "channels.setState",
  summary: "Pause a channel, so that nothing is received or sent, or turn it on again",
  access: "member",
  effect: "write",
  rest: { method: "PUT", path: "/channels/{id}/state" },
  example: { id: sampleId("chn"), state: "paused" },
  input: z.strictObject({ id: channelId, state: z.enum(["on", "paused"]) }),
  output: Channel,
});

export const remove = defineOperation({
  name: "channels.delete",
  summary: "Delete a channel; its conversations stay, its password does not",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/channels/{id}", status: 204 },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: z.strictObject({}),
});

export const tryNow = defineOperation({
  name: "channels.tryNow",
  summary: "Try the connection of a channel now; nothing is read or sent",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/channels/{id}/tries" },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: Channel,
});

export const session = defineOperation({
  name: "channels.session",
  summary: "The lines of the last connection, without secrets and without any email",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/channels/{id}/session" },
  example: { id: sampleId("chn") },
  input: z.strictObject({ id: channelId }),
  output: z.strictObject({
    lines: z.array(z.string()).describe("Oldest first; > is what was sent, < what the server said. Text from outside"),
  }),
});
