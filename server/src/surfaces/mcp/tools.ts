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
    .map((operation) => ({ access: operation.access, tool: toolOf(operation) }));
  return {
    admin: tools.map(({ tool }) => tool),
    member: tools.filter(({ access }) => access !== "admin").map(({ tool }) => tool),
  };
}

/** By the names of today and of before. */
export function operationsByTool(operations: Operation[]): Map<string, Operation> {
  return new Map(
    operations.flatMap((operation) => {
      const { name, formerly = [] } = operation.tool ?? {};
      return name === undefined ? [] : [name, ...formerly].map((one) => [one, operation] as const);
    }),
  );
}

/** What calls by a name of before are told. In no text that a model reads: it is for whoever wrote the call. */
export const newName = ({ tool }: Operation, called: string) =>
  tool && called !== tool.name ? { _meta: { "kith/deprecated": `${called} is now ${tool.name}` } } : {};

/** An operation never changes, and its schemas are a tenth of a start: services in one process share its tool. */
const known = new WeakMap<Operation, Tool>();
function toolOf(operation: Operation): Tool {
  const tool = known.get(operation) ?? toTool(operation);
  known.set(operation, tool);
  return tool;
}

function toTool(operation: Operation): Tool {
  const { name, title, describe, leavesOut = [] } = operation.tool ?? { name: "", title: "", describe: "" };
  const input = inputSchema(operation.input, leavesOut);
  return {
    name,
    title,
    description: describe,
    inputSchema: input,
    outputSchema: outputSchema(operation.output, leavesOut, descriptionsIn(input)),
    // Without the title once more: clients that only look for it here show the name.
    annotations: {
      readOnlyHint: operation.effect === "read",
      destructiveHint: operation.effect === "destroy",
      idempotentHint: operation.effect !== "write",
      openWorldHint: operation.tool?.reachesOut ?? false,
    },
  };
}

function inputSchema(schema: z.ZodType, leavesOut: readonly string[]): Tool["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override: ({ jsonSchema }) => shorten(jsonSchema, leavesOut),
  });
  return rest as Tool["inputSchema"];
}

/** Every conversation pays for this text. What is left out is refused with an error that says it: few calls need it. */
function shorten(schema: z.core.JSONSchema.BaseSchema, leavesOut: readonly string[]): void {
  for (const name of leavesOut) delete schema.properties?.[name];
  // What a tuple says with maxItems too; as a bare `false` some clients refuse the whole tool.
  if (schema.items === false) delete schema.items;
  if ((schema.minimum ?? 2) < 2) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  for (const name of ["minLength", "maxLength", "propertyNames", "additionalProperties"] as const) delete schema[name];
  if (schema.default === "" || schema.default === false || typeof schema.default === "object") delete schema.default;
  // Of an id the prefix is enough, and the address of a record's page is taken, too.
  const prefix = /^\^([a-z]+_)\[0-7\]/.exec(schema.pattern ?? "")?.[1];
  if (prefix && (!schema.description || isIdDescription(schema.description))) schema.description = `${prefix}…`;
  delete schema.pattern;
}

function outputSchema(schema: z.ZodType, leavesOut: readonly string[], alreadySaid: ReadonlySet<string>) {
  const whole = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-2020-12",
    override({ jsonSchema }) {
      for (const name of leavesOut) delete jsonSchema.properties?.[name];
    },
  });
  return answerSchema(whole, alreadySaid) as NonNullable<Tool["outputSchema"]>;
}

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
