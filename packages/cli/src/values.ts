import { readFileSync } from "node:fs";
import type { DescribedField } from "./described.ts";
import { UsageError } from "./errors.ts";

/** An option's text as its field takes it. Whether the value is right is for the service to say. */
export function readField(name: string, { kind, oneOf }: DescribedField, given: string | string[] | boolean): unknown {
  if (typeof given === "boolean") return given;
  if (Array.isArray(given)) return given.flatMap((one) => one.split(",").filter(Boolean));
  if (kind === "object") return readObject(name, given === "-" ? readFileSync(0, "utf8") : given);
  if (kind === "number") {
    if (!/^-?\d{1,15}$/.test(given)) throw new UsageError(`--${name} takes a number.`);
    return Number(given);
  }
  if (oneOf && !oneOf.includes(given)) throw new UsageError(`--${name} is one of ${oneOf.join(", ")}.`);
  return given;
}

function readObject(name: string, text: string): object {
  const value = readJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`--${name} takes a JSON object, or - to read one from standard input.`);
  return value;
}

/** Values of a record: `field=text`, `field:=json`, and `field=` for none. */
export function readValues(words: readonly string[]): { [name: string]: unknown } {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new UsageError(`${JSON.stringify(word)} is not field=value.`);
      const isJson = word[at - 1] === ":";
      const [name, text] = [word.slice(0, isJson ? at - 1 : at), word.slice(at + 1)];
      const value = isJson ? readJson(text) : text || null;
      if (value === undefined) throw new UsageError(`What follows ${name}:= is not JSON.`);
      return [name, value];
    }),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
