import { COMMANDS } from "../../packages/cli/src/commands.ts";
import type { DescribedField, DescribedOperation } from "../../packages/cli/src/described.ts";
import type { sdkSource } from "../sdk/source.ts";
import type { Schema } from "../sdk/type-of.ts";

type Document = Parameters<typeof sdkSource>[0];
type Operation = Document["paths"][string][string];
type WithDefault = Schema & { default?: unknown };

/** packages/cli/src/generated.ts: summary and fields of the operations that commands use, in the words of their descriptions. */
export function cliSource(document: Document): string {
  const all = new Map(Object.values(document.paths).flatMap((methods) => Object.values(methods).map((one) => [one.operationId, one])));
  const names = [...new Set(COMMANDS.flatMap(({ operation }) => operation ?? []))].sort();
  const described = Object.fromEntries(
    names.map((name) => {
      const operation = all.get(name);
      if (!operation) throw new Error(`A command of packages/cli uses ${name}, which is no operation of the REST API.`);
      return [name, describe(operation)];
    }),
  );
  return [
    "// Made from docs/openapi.json by npm run generate.",
    'import type { DescribedOperation } from "./described.ts";',
    "",
    `export const described: { readonly [operation: string]: DescribedOperation } = ${JSON.stringify(described, null, 2)};`,
    "",
  ].join("\n");
}

function describe({ summary, parameters = [], requestBody }: Operation): DescribedOperation {
  const body = requestBody?.content["application/json"]?.schema;
  const given = parameters.filter((one) => one.in === "path" || one.in === "query");
  const fields = [
    ...given.map(({ name, schema, required }) => [name, fieldOf(schema, required)] as const),
    ...Object.entries(body?.properties ?? {}).map(
      ([name, schema]) => [name, fieldOf(schema, body?.required?.includes(name) ?? false)] as const,
    ),
  ];
  return { summary, fields: Object.fromEntries(fields) };
}

function fieldOf(schema: WithDefault, isRequired: boolean): DescribedField {
  const standard = schema.default;
  const isSaid = typeof standard === "string" || typeof standard === "number";
  return {
    kind: kindOf(schema),
    about: schema.description ?? "",
    ...(isRequired ? { isRequired: true } : {}),
    ...(schema.enum ? { oneOf: schema.enum.map(String) } : {}),
    ...(isSaid && standard !== "" ? { standard: String(standard) } : {}),
  };
}

function kindOf({ type }: Schema): DescribedField["kind"] {
  if (type === "array") return "list";
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" || type === "object" ? type : "text";
}
