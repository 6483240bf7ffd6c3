/** A JSON Schema as our documents have them. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  default?: unknown;
  [keyword: string]: unknown;
}

export type Resolve = (schema: Schema) => Schema;

const LOWER = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
const UPPER = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
const EXACT = ["pattern", "format", "multipleOf", "uniqueItems", "contentEncoding"];

/** Inputs that were accepted and are no longer, and inputs that are newly required. */
export function compareRequests(before: Schema, after: Schema, resolve: [Resolve, Resolve], at: string): string[] {
  const [old, now] = [resolve[0](before), resolve[1](after)];
  const choices = alternatives(now, resolve[1]);
  const found = alternatives(old, resolve[0]).flatMap((choice) => {
    const nearest = choices.filter((one) => isSameKind(one, choice)).map((one) => compareRequest(choice, one, resolve, at));
    return nearest.sort((a, b) => a.length - b.length)[0] ?? [`${at}: ${kindOf(choice)} is no longer taken`];
  });
  if ("default" in old && JSON.stringify(old.default) !== JSON.stringify(now.default))
    found.push(`${at}: the default changed from ${JSON.stringify(old.default)} to ${JSON.stringify(now.default)}`);
  return found;
}

function compareRequest(old: Schema, now: Schema, resolve: [Resolve, Resolve], at: string): string[] {
  if (isAnything(now)) return [];
  if (isAnything(old)) return [`${at}: anything was taken, and now only ${kindOf(now)}`];
  const found = [
    ...LOWER.filter((word) => Number(now[word] ?? -Infinity) > Number(old[word] ?? -Infinity)).map((word) => `${at}: ${word} was raised`),
    ...UPPER.filter((word) => Number(now[word] ?? Infinity) < Number(old[word] ?? Infinity)).map((word) => `${at}: ${word} was lowered`),
    ...EXACT.filter((word) => now[word] !== undefined && now[word] !== old[word]).map((word) => `${at}: ${word} changed`),
    ...goneValues(old, now).map((value) => `${at}: ${value} is no longer taken`),
  ];
  for (const name of now.required ?? []) if (!old.required?.includes(name)) found.push(`${at}/${name}: is needed now`);
  for (const [name, schema] of Object.entries(old.properties ?? {})) {
    const inner = now.properties?.[name];
    if (inner) found.push(...compareRequests(schema, inner, resolve, `${at}/${name}`));
    else if (now.additionalProperties === false) found.push(`${at}/${name}: is no longer taken`);
  }
  if (now.additionalProperties === false && old.additionalProperties !== false) found.push(`${at}: other properties are no longer taken`);
  for (const [before, after, name] of innerSchemas(old, now)) found.push(...compareRequests(before, after, resolve, `${at}/${name}`));
  return found;
}

/** Parts of answers that are gone, or that the old document did not describe. New properties and new values are neither. */
export function compareAnswers(before: Schema, after: Schema, resolve: [Resolve, Resolve], at: string): string[] {
  const [old, now] = [resolve[0](before), resolve[1](after)];
  const choices = alternatives(old, resolve[0]);
  return alternatives(now, resolve[1]).flatMap((choice) => {
    const nearest = choices.filter((one) => isSameKind(one, choice)).map((one) => compareAnswer(one, choice, resolve, at));
    return nearest.sort((a, b) => a.length - b.length)[0] ?? [`${at}: can be ${kindOf(choice)} now`];
  });
}

function compareAnswer(old: Schema, now: Schema, resolve: [Resolve, Resolve], at: string): string[] {
  if (isAnything(old)) return [];
  if (isAnything(now)) return [`${at}: can be anything now`];
  const found = [
    ...EXACT.filter((word) => old[word] !== undefined && now[word] !== old[word]).map((word) => `${at}: ${word} changed`),
    ...goneValues(old, now).map((value) => `${at}: is never ${value} now`),
  ];
  if (valuesOf(old) && !valuesOf(now)) found.push(`${at}: can be any ${kindOf(now)} now`);
  for (const name of old.required ?? [])
    if (now.properties?.[name] && !now.required?.includes(name)) found.push(`${at}/${name}: may be missing now`);
  for (const [name, schema] of Object.entries(old.properties ?? {})) {
    const inner = now.properties?.[name];
    found.push(...(inner ? compareAnswers(schema, inner, resolve, `${at}/${name}`) : [`${at}/${name}: is gone`]));
  }
  for (const [before, after, name] of innerSchemas(old, now)) found.push(...compareAnswers(before, after, resolve, `${at}/${name}`));
  return found;
}

/** A schema as the simple ones it allows: null, a string, an object … */
function alternatives(given: Schema, resolve: Resolve): Schema[] {
  const schema = resolve(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((one) => alternatives(one, resolve));
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

function kindOf(schema: Schema): string {
  if (typeof schema.type === "string") return schema.type;
  return (
    valuesOf(schema)
      ?.map((value) => JSON.stringify(value))
      .join(" or ") ?? "anything"
  );
}

const isAnything = (schema: Schema) => kindOf(schema) === "anything";

const isSameKind = (wide: Schema, narrow: Schema) =>
  kindOf(wide) === kindOf(narrow) || isAnything(wide) || isAnything(narrow) || (wide.type === "number" && narrow.type === "integer");

const valuesOf = (schema: Schema) => schema.enum ?? ("const" in schema ? [schema.const] : undefined);

function goneValues(old: Schema, now: Schema): string[] {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  if (!after) return [];
  const known = new Set(after.map((value) => JSON.stringify(value)));
  return before ? before.map((value) => JSON.stringify(value)).filter((value) => !known.has(value)) : ["all that a list does not name"];
}

function innerSchemas(old: Schema, now: Schema): [Schema, Schema, string][] {
  const open = (schema: Schema["additionalProperties"]) => (schema === undefined || schema === true ? {} : schema);
  const pairs: [unknown, unknown, string][] = [
    [open(old.items), open(now.items), "items"],
    [open(old.additionalProperties), open(now.additionalProperties), "*"],
    [open(old.propertyNames), open(now.propertyNames), "names"],
    ...(old.prefixItems ?? []).map((one, at): [unknown, unknown, string] => [one, now.prefixItems?.[at] ?? {}, String(at)]),
  ];
  return pairs.filter((pair): pair is [Schema, Schema, string] => isSchema(pair[0]) && isSchema(pair[1]));
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
