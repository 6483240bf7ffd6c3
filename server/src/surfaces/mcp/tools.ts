import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Role } from "../../kernel/actor.ts";
import type { AppError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";

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
  return {
    name,
    title,
    description: describe,
    inputSchema: schemaOf(operation.input, false),
    outputSchema: schemaOf(operation.output, true),
    annotations: {
      title,
      readOnlyHint: operation.effect === "read",
      destructiveHint: operation.effect === "destroy",
      idempotentHint: operation.effect !== "write",
      openWorldHint: operation.tool?.reachesOut ?? false,
    },
  };
}

function schemaOf(schema: z.ZodType, isAnswer: boolean): Tool["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override({ jsonSchema }) {
      // What a tuple says with maxItems too; as a bare `false` some clients refuse the whole tool.
      if (jsonSchema.items === false) delete jsonSchema.items;
      // A client that keeps the list must not refuse an answer that has grown since.
      if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // Spelled out for what a caller sends. In answers it is only long: a model hands ids and times on as they are.
      if (isAnswer) delete jsonSchema.pattern;
      // What every integer in JSON is, and no model needs to read.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  // Every operation's input and output is an object; the contract test holds that for all of them.
  return rest as Tool["inputSchema"];
}

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
