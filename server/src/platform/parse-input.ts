import type { z } from "zod";
import { inputErrors } from "./input-errors.ts";
import { invalid, type FieldError } from "../kernel/errors.ts";

/** Names that every JavaScript object has, or that change what it is: no body may have them, so no field can be called so. */
export const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Checks a caller's input against its schema. The error says what to fix, field by field. */
export function parseInput(schema: z.ZodType, input: unknown): unknown {
  const unstorable = findUnstorableText(input ?? {});
  if (unstorable) throw invalid([unstorable]);
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  throw invalid(inputErrors(schema, input ?? {}, result.error.issues));
}

// PostgreSQL refuses NUL, and a lone surrogate would silently become another character: neither can be stored as sent.
function findUnstorableText(value: unknown): FieldError | undefined {
  if (typeof value === "string") {
    if (value.includes("\0")) return { pointer: "", message: "Text cannot contain the NUL character." };
    if (!value.isWellFormed()) return { pointer: "", message: "Text contains half of a character (a lone surrogate)." };
    return undefined;
  }
  // Bytes are stored as they are; only calls inside the service have them.
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return undefined;
  for (const key in value) {
    const wrongKey = findUnstorableText(key);
    if (wrongKey) return wrongKey;
    const found = findUnstorableText((value as Record<string, unknown>)[key]);
    // The pointer is put together on the way out: most inputs have nothing wrong, and may have a hundred thousand values.
    if (found) return { ...found, pointer: `/${key}${found.pointer}` };
  }
  return undefined;
}
