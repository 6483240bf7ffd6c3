import { nearest, nearestBudget, type NearestBudget } from "@kith/filter";
import { z } from "zod";
import type { FieldError } from "../kernel/errors.ts";

// A caller fixes the first few and tries again. An error for each of a thousand unknown names would be larger than the request.
const MAX_ERRORS = 20;

/** What is wrong with an input. Each error says what to send instead, if the schema can tell. */
export function inputErrors(schema: z.ZodType, input: unknown, issues: z.core.$ZodIssue[]): FieldError[] {
  const budget = nearestBudget();
  return issues
    .slice(0, MAX_ERRORS)
    .flatMap((issue) => fieldErrorsOf(schema, input, issue, budget))
    .slice(0, MAX_ERRORS);
}

function fieldErrorsOf(schema: z.ZodType, input: unknown, issue: z.core.$ZodIssue, budget: NearestBudget): FieldError[] {
  const pointer = issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const wanted = schemaAt(schema, issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = wanted instanceof z.ZodObject ? Object.keys(wanted.shape) : [];
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      pointer: `${pointer}/${key}`,
      message: `There is no property ${JSON.stringify(key)} here.`,
      ...hintOf(suggestName(key, known, budget)),
    }));
  }
  // The name of a property is wrong, such as that of a header.
  if (issue.code === "invalid_key") return issue.issues.slice(0, 1).map(({ message }) => ({ pointer, message }));
  if (issue.code === "too_big" && issue.origin === "array")
    return [{ pointer, message: `At most ${Number(issue.maximum)} at a time.`, hint: "Send the rest in another call." }];
  if (issue.code === "invalid_type" && valueAt(input, issue.path) === undefined)
    return [{ pointer, message: `${JSON.stringify(String(issue.path.at(-1) ?? "input"))} is missing.`, ...hintOf(wanted?.description) }];
  return [{ pointer, message: issue.message, ...(issue.code === "invalid_type" ? hintOf(wanted?.description) : {}) }];
}

const hintOf = (hint: string | undefined) => (hint ? { hint } : {});

function suggestName(given: string, known: string[], budget: NearestBudget): string | undefined {
  if (budget.names <= 0) return undefined;
  const close = nearest(given, known, budget);
  if (close.length > 0) return `Did you mean ${close.join(" or ")}?`;
  return known.length > 0 ? `There are ${known.join(", ")}.` : undefined;
}

const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null | undefined)?.[part], input);

/** The part of a schema at a path. Stops at a union: we cannot know which branch was meant. */
function schemaAt(schema: z.ZodType, path: PropertyKey[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema;
  let described: string | undefined;
  for (const part of [undefined, ...path]) {
    if (part !== undefined) at = childOf(at, part);
    described = at?.description;
    while (at instanceof z.ZodOptional || at instanceof z.ZodDefault || at instanceof z.ZodNullable) at = at.unwrap() as z.ZodType;
    // Of a codec take the input side; of a preprocess step take its result.
    if (at instanceof z.ZodPipe) at = (at.in instanceof z.ZodTransform ? at.out : at.in) as z.ZodType;
  }
  return at && described && !at.description ? at.describe(described) : at;
}

function childOf(schema: z.ZodType | undefined, part: PropertyKey): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<PropertyKey, z.ZodType>)[part];
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  return undefined;
}
