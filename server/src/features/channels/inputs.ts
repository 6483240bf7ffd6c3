import { z } from "zod";
import { schemaNames } from "../../kernel/operation.ts";

const MAX_TEXT = 200_000;
const MAX_FILES = 20;
const MAX_BASE64 = 900_000;

const File = z
  .strictObject({
    name: z.string().min(1).max(255),
    type: z.string().max(100).default("application/octet-stream"),
    base64: z.base64("Expected the file's bytes in base64.").max(MAX_BASE64),
  })
  .register(schemaNames, { name: "InboundFile" });

/** A message as another system brings it. All of it is text from outside. */
export const ApiMessage = z.strictObject({
  from: z
    .strictObject({
      address: z.string().trim().min(1).max(320).describe("Email address, phone number, or your own name of the sender"),
      name: z.string().trim().max(200).default(""),
    })
    .describe("Who wrote it"),
  text: z.string().max(MAX_TEXT).default(""),
  html: z.string().max(MAX_TEXT).optional(),
  subject: z.string().max(1_000).default(""),
  at: z.iso.datetime().optional().describe("When it was written; left out: now"),
  thread: z.string().min(1).max(200).optional().describe("Your own name of the conversation: the same name is the same conversation"),
  files: z.array(File).max(MAX_FILES).default([]),
});

export const ApiStatus = z
  .strictObject({
    message: z.string().min(1).max(200).describe("The id (msg_…) in the event message.queued, or the external id you gave it"),
    state: z.enum(["sent", "delivered", "read", "failed"]),
    external_id: z.string().min(1).max(200).optional().describe("Your own id of it from now on"),
    error: z.string().max(500).optional().describe("For failed: why"),
    at: z.iso.datetime().optional(),
  })
  .register(schemaNames, { name: "MessageStatus" });
