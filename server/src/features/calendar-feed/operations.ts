import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { time } from "../../platform/ids.ts";
import { memberId } from "../members/operations.ts";

// As with keys, no operation here has a REST route or a tool: a key that could make an address would go on reading after it was deleted.

export const get = defineOperation({
  name: "calendarFeed.get",
  summary: "When your calendar's address was made, and when it was last read",
  access: "member",
  effect: "read",
  input: z.strictObject({}),
  output: z.strictObject({ feed: z.strictObject({ created_at: time, last_read_at: time.nullable() }).nullable() }),
});

export const create = defineOperation({
  name: "calendarFeed.create",
  summary: "Make your calendar's address, shown here only; the one before stops working",
  access: "member",
  effect: "write",
  hasSecret: true,
  freshPassword: true,
  input: z.strictObject({}),
  output: z.strictObject({ link: z.string() }),
});

export const remove = defineOperation({
  name: "calendarFeed.delete",
  summary: "Delete the address of your calendar; it stops working at once",
  access: "member",
  effect: "destroy",
  input: z.strictObject({}),
  output: z.strictObject({}),
});

export const read = defineOperation({
  name: "calendarFeed.read",
  summary: "A member's open tasks that have a due date",
  access: "system",
  effect: "read",
  input: z.strictObject({ user_id: memberId }),
  output: z.strictObject({
    company: z.string(),
    entries: z.array(
      z.strictObject({
        id: z.string(),
        url: z.string(),
        title: z.string(),
        about: z.string().describe("What the task is about, a line each"),
        due: z.string().describe("A day, or a time with its zone"),
        updated_at: time,
        version: z.int(),
      }),
    ),
  }),
});

export const touch = defineOperation({
  name: "calendarFeed.touch",
  summary: "Note that a calendar was read",
  access: "system",
  effect: "write",
  input: z.strictObject({ user_id: memberId }),
  output: z.strictObject({}),
});
