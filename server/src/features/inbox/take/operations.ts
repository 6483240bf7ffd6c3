import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { unparsed } from "../../../platform/unparsed.ts";
import type { TakingChannel, WaitingItem } from "../../channels/index.ts";
import type { Arrival } from "./arrival.ts";

// What the worker does. Nobody else can call these, so ids are as they are inside, and items are not parsed value by value.

const MAX_AT_ONCE = 200;

export const readItems = defineOperation({
  name: "inbox.readItems",
  summary: "The next items of a channel that wait",
  access: "system",
  effect: "read",
  input: z.strictObject({
    channel: z.uuid(),
    most: z.int().min(1).max(MAX_AT_ONCE),
    except: z.array(z.uuid()),
    with_large: z.boolean().describe("The bytes of an item that is larger than a batch are read too"),
  }),
  output: z.strictObject({ channel: unparsed<TakingChannel | undefined>(), items: unparsed<WaitingItem[]>(), is_too_large: z.boolean() }),
});

export const takeItems = defineOperation({
  name: "inbox.takeItems",
  summary: "Make messages of items that were read",
  access: "system",
  effect: "write",
  input: z.strictObject({ channel: z.uuid(), arrivals: unparsed<Arrival[]>() }),
  output: z.strictObject({}),
});

export const noteFailedItem = defineOperation({
  name: "inbox.noteFailedItem",
  summary: "Write down that an item could not be taken, and when to try again",
  access: "system",
  effect: "write",
  input: z.strictObject({ item: z.uuid(), reason: z.string() }),
  output: z.strictObject({}),
});
