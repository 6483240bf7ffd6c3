import { z } from "zod";
import { defineOperation, schemaNames } from "../../kernel/operation.ts";
import { id, sampleId, time } from "../../platform/ids.ts";
import { memberId, oneLine } from "../members/operations.ts";
import { recordId } from "../records/operations.ts";

export const cannedReplyId = id("can", "canned reply");

/** `{{contact.first_name|there}}`: whose value, which, and what to write where there is none. Other double braces are plain text. */
const VARIABLE = /\{\{ *(contact|me|company)\.([a-z][a-z0-9_]{0,59}) *(?:\|([^{}|]{0,200}))?\}\}/g;

/** What a variable says. Without `instead` it has to be filled in before the text can be sent. */
export interface Variable {
  whole: string;
  of: "contact" | "me" | "company";
  name: string;
  instead: string | undefined;
}

export const variablesIn = (text: string): Variable[] =>
  [...text.matchAll(VARIABLE)].map(([whole, of, name = "", instead]) => ({
    whole,
    of: of as Variable["of"],
    name,
    instead: instead?.trim(),
  }));

/** The text with its variables filled in. One that has neither a value nor something instead stays as it is: such a text is not sent. */
export function fillVariables(text: string, valueOf: (variable: Variable) => string | undefined): { text: string; missing: string[] } {
  const missing = new Set<string>();
  // One pass: a value that looks like a variable is a value.
  const filled = text.replaceAll(VARIABLE, (whole, of: Variable["of"], name: string, instead: string | undefined) => {
    const value = valueOf({ whole, of, name, instead })?.trim() || instead?.trim();
    if (value) return value;
    missing.add(`${of}.${name}`);
    return whole;
  });
  return { text: filled, missing: [...missing] };
}

const name = oneLine.min(1, "Enter a name for the canned reply.").max(100);
const text = z
  .string()
  .trim()
  .min(1, "Write the text.")
  .max(10_000)
  .describe(
    "With variables such as {{contact.first_name|there}}, {{me.name}} and {{company.name}}; after | is what stands there without a value",
  );

const CannedReply = z
  .strictObject({
    id: cannedReplyId,
    name: z.string(),
    text: z.string(),
    is_shared: z.boolean().describe("Every member can use it"),
    owner: z.strictObject({ id: memberId, name: z.string() }),
    can_change: z.boolean(),
    updated_at: time,
  })
  .register(schemaNames, { name: "CannedReply" });

export const list = defineOperation({
  name: "cannedReplies.list",
  summary: "List the canned replies you can use, by name",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/canned-replies" },
  example: {},
  input: z.strictObject({}),
  output: z.strictObject({ items: z.array(CannedReply) }),
});

export const create = defineOperation({
  name: "cannedReplies.create",
  summary: "Add a canned reply, for yourself or for everyone",
  access: "member",
  effect: "write",
  rest: { method: "POST", path: "/canned-replies", status: 201 },
  example: { name: "Thanks", text: "Hello {{contact.first_name|there}},\n\nthank you for your message.\n\n{{me.name}}", is_shared: true },
  input: z.strictObject({ name, text, is_shared: z.boolean().default(false) }),
  output: CannedReply,
});

export const update = defineOperation({
  name: "cannedReplies.update",
  summary: "Change a canned reply; what is left out stays",
  access: "member",
  effect: "write",
  rest: { method: "PATCH", path: "/canned-replies/{id}" },
  example: { id: sampleId("can"), name: "Thank you" },
  input: z.strictObject({ id: cannedReplyId, name: name.optional(), text: text.optional(), is_shared: z.boolean().optional() }),
  output: CannedReply,
});

export const remove = defineOperation({
  name: "cannedReplies.delete",
  summary: "Delete a canned reply",
  access: "member",
  effect: "destroy",
  rest: { method: "DELETE", path: "/canned-replies/{id}", status: 204 },
  example: { id: sampleId("can") },
  input: z.strictObject({ id: cannedReplyId }),
  output: z.strictObject({}),
});

export const fill = defineOperation({
  name: "cannedReplies.fill",
  summary: "The text of a canned reply, with its variables filled in for a contact",
  access: "member",
  effect: "read",
  rest: { method: "GET", path: "/canned-replies/{id}/text" },
  example: { id: sampleId("can"), contact: sampleId("rec") },
  input: z.strictObject({
    id: cannedReplyId,
    contact: recordId.optional().describe("Whom the message is for; left out: somebody unknown"),
  }),
  output: z.strictObject({
    text: z.string(),
    missing: z
      .array(z.string())
      .describe("Variables without a value, such as contact.first_name. They are still in the text, and stop it from being sent"),
  }),
});
