import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Role } from "../../kernel/actor.ts";
import type { AppError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";
import { answerSchema, isIdDescription } from "./answer-schema.ts";

/** The tools each role sees, as static text: nothing that a company typed ever enters a name, a description or a schema. */
export function toolsByRole(operations: Operation[]): Record<Role, Tool[]> {
  const tools = operations
    .filter((operation) => operation.tool)
    .map((operation) => ({ access: operation.access, tool: toTool(operation) }));
  return {
    admin: tools.map(({ tool }) => tool),
    member: tools.filter(({ access }) => access !== "admin").map(({ tool }) => tool),
  };
}

function toTool(operation: Operation): Tool {
  const { name, title, describe } = operation.tool ?? { name: "", title: "", describe: "" };
  const input = inputSchema(operation.input);
  return {
    name,
    title,
    description: describe,
    inputSchema: input,
    outputSchema: outputSchema(operation.output, descriptionsIn(input)),
    // Without the title once more: clients that only look for it here show the name.
    annotations: {
      readOnlyHint: operation.effect === "read",
      destructiveHint: operation.effect === "destroy",
      idempotentHint: operation.effect !== "write",
      openWorldHint: operation.tool?.reachesOut ?? false,
    },
  };
}

function inputSchema(schema: z.ZodType): Tool["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override({ jsonSchema }) {
      // What a tuple says with maxItems too; as a bare `false` some clients refuse the whole tool.
      if (jsonSchema.items === false) delete jsonSchema.items;
      // What every integer in JSON is, and no model needs to read.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // A text that is too long is refused with its limit. Few are, and every conversation would pay for the numbers.
      delete jsonSchema.minLength;
      delete jsonSchema.maxLength;
      delete jsonSchema.propertyNames;
      // An unknown name is refused with the nearest known one.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The pattern has the prefix, and the name of the property says the rest.
      if (jsonSchema.pattern && isIdDescription(jsonSchema.description)) delete jsonSchema.description;
    },
  });
  // Every operation's input and output is an object; the contract test holds that for all of them.
  return rest as Tool["inputSchema"];
}

const outputSchema = (schema: z.ZodType, alreadySaid: ReadonlySet<string>) =>
  answerSchema(z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" }), alreadySaid) as NonNullable<Tool["outputSchema"]>;

/** A view is answered with the settings it was given: what they mean is said once. */
const descriptionsIn = (input: unknown) =>
  new Set([...JSON.stringify(input).matchAll(/"description":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text ?? '""') as string));

/** Data only, without text of ours: as structured content, and as JSON text for clients that read only text. */
export const success = (output: unknown): CallToolResult => ({
  structuredContent: output,
  content: [{ type: "text", text: JSON.stringify(output) }],
});

/** A refusal the model can act on: what is wrong, where, and what to send instead. */
export const failure = (error: AppError): CallToolResult => ({
  isError: true,
  content: [
    {
      type: "text",
      text: JSON.stringify({ error: error.code, message: error.message, ...(error.errors.length > 0 ? { errors: error.errors } : {}) }),
    },
  ],
});
