import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { time } from "../../../platform/ids.ts";
import type { FetchedMail } from "../../../platform/imap/fetching.ts";
import { unparsed } from "../../../platform/unparsed.ts";
import { channelId } from "../shapes.ts";
import type { KnownMail } from "./store.ts";

// What the worker does. Nobody else can call these, so mails are not parsed value by value.

const MAX_UIDS = 20_000;
const uid = z.int().min(1);
const folder = { id: channelId, path: z.string(), uid_validity: z.int() };

export const startFolder = defineOperation({
  name: "channels.startFolder",
  summary: "Begin to read a folder of a mailbox, or begin anew under its new numbers",
  access: "system",
  effect: "write",
  input: z.strictObject({ ...folder, role: z.enum(["inbox", "sent", "junk"]), last_uid: z.int().min(0) }),
  output: z.strictObject({
    last_uid: z.int(),
    oldest_uid: z.int(),
    history_from: time.describe("Older mails stay where they are"),
    is_renumbered: z.boolean().describe("It was read before, under other numbers"),
  }),
});

export const saveFetched = defineOperation({
  name: "channels.saveFetched",
  summary: "Write down mails as they came, and how far the folder was read",
  access: "system",
  effect: "write",
  input: z.strictObject({
    ...folder,
    mails: unparsed<FetchedMail[]>(),
    last_uid: uid.nullable().describe("Everything up to it is written down; null: these mails are older ones"),
  }),
  output: z.strictObject({ added: z.int() }),
});

export const findMissing = defineOperation({
  name: "channels.findMissing",
  summary: "Which mails of a folder are not here",
  access: "system",
  effect: "read",
  input: z.strictObject({ ...folder, uids: z.array(uid).max(MAX_UIDS) }),
  output: z.strictObject({ uids: z.array(uid) }),
});

export const noteKnown = defineOperation({
  name: "channels.noteKnown",
  summary: "Write down which mails of a folder are here under other numbers",
  access: "system",
  effect: "write",
  input: z.strictObject({ ...folder, mails: unparsed<KnownMail[]>() }),
  output: z.strictObject({ uids: z.array(uid) }),
});

export const noteCompared = defineOperation({
  name: "channels.noteCompared",
  summary: "Write down how many mails of a folder are there, and how many of them here",
  access: "system",
  effect: "write",
  input: z.strictObject({ ...folder, there: z.int(), here: z.int() }),
  output: z.strictObject({}),
});
