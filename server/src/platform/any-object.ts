import { z } from "zod";

/**
 * An object with any names and values. It refuses what `z.record(z.string(), z.unknown())` refuses, but runs no schema for each name: that was
 * a third of what checking a page of records cost (bench:records, list cpu), and held the event loop for 80 ms with 50,000 names.
 */
export const anyObject = z
  .unknown()
  .check(({ value, issues }) => {
    if (!z.core.util.isPlainObject(value)) issues.push({ code: "invalid_type", expected: "record", input: value });
  })
  .meta({ type: "object", propertyNames: { type: "string" }, additionalProperties: {} }) as unknown as z.ZodType<
  Record<string, unknown>,
  Record<string, unknown>
>;
