import { isDeepStrictEqual } from "node:util";
import { compareAnswers, compareRequests, type Resolve, type Schema } from "./compare-schemas.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema: Schema }>;

interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
}

interface Answer {
  $ref?: string;
  headers?: Record<string, { schema: Schema }>;
  content?: Content;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Answer>; securitySchemes: unknown };
  security: unknown;
}

/**
 * Version 1 only grows. Lists everything in a newer document that could break a client of the older one, one line each:
 * removed parts, new requirements, values no longer accepted, and answers that were not possible before.
 */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const resolve: [Resolve, Resolve] = [resolverIn(before), resolverIn(after)];
  const found: string[] = [];
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, old] of Object.entries(methods)) {
      const now = after.paths[path]?.[method];
      if (!now) found.push(`${method.toUpperCase()} ${path}: is gone`);
      else
        found.push(
          ...compareOperation(withAnswers(before, old), withAnswers(after, now), resolve).map((line) => `${old.operationId} ${line}`),
        );
    }
  }
  const isAsBefore = [before.security, before.components.securitySchemes].every((one, at) =>
    isDeepStrictEqual(one, [after.security, after.components.securitySchemes][at]),
  );
  return isAsBefore ? found : [...found, "the way to show who is calling changed"];
}

const resolverIn =
  (document: ApiDocument): Resolve =>
  (schema) =>
    schema.$ref ? { ...document.components.schemas[lastPart(schema.$ref)], ...schema } : schema;

/** The operation with its answers in place of references to them. */
const withAnswers = ({ components }: ApiDocument, operation: Described): Described => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, one]) => [status, (one.$ref && components.responses?.[lastPart(one.$ref)]) || one]),
  ),
});

const lastPart = (reference: string) => reference.split("/").at(-1) ?? "";

function compareOperation(old: Described, now: Described, resolve: [Resolve, Resolve]): string[] {
  const found = old.operationId === now.operationId ? [] : [`is called ${now.operationId} now`];
  found.push(...compareParameters(old.parameters ?? [], now.parameters ?? [], resolve));
  if (now.requestBody?.required && !old.requestBody?.required) found.push("body: is needed now");
  for (const [media, { schema }] of Object.entries(old.requestBody?.content ?? {})) {
    const inner = now.requestBody?.content[media];
    found.push(...(inner ? compareRequests(schema, inner.schema, resolve, "body") : [`body: ${media} is no longer taken`]));
  }
  for (const [status, answer] of Object.entries(old.responses)) {
    const inner = now.responses[status];
    if (!inner) found.push(`${status}: is gone`);
    else found.push(...compareAnswerOf(answer, inner, resolve, status));
  }
  return found;
}

function compareParameters(old: Parameter[], now: Parameter[], resolve: [Resolve, Resolve]): string[] {
  const same = (one: Parameter) => (other: Parameter) => one.name.toLowerCase() === other.name.toLowerCase() && one.in === other.in;
  const asked = now.filter((one) => one.required && !old.find(same(one))?.required);
  const found = asked.map((one) => `${one.in} ${one.name}: is needed now`);
  for (const one of old) {
    const other = now.find(same(one));
    if (!other) found.push(`${one.in} ${one.name}: is no longer taken`);
    else {
      if (one.style !== other.style || one.explode !== other.explode) found.push(`${one.in} ${one.name}: is written in another way`);
      found.push(...compareRequests(one.schema, other.schema, resolve, `${one.in} ${one.name}`));
    }
  }
  return found;
}

function compareAnswerOf(
  old: Described["responses"][string],
  now: Described["responses"][string],
  resolve: [Resolve, Resolve],
  status: string,
): string[] {
  const gone = Object.keys(old.headers ?? {}).filter((name) => !now.headers?.[name]);
  const found = gone.map((name) => `${status}: the header ${name} is gone`);
  for (const [media, { schema }] of Object.entries(old.content ?? {})) {
    const inner = now.content?.[media];
    found.push(...(inner ? compareAnswers(schema, inner.schema, resolve, status) : [`${status}: ${media} is gone`]));
  }
  return found;
}
