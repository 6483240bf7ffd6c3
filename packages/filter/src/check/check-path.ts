import { shown } from "../error.ts";
import { fold } from "../fold.ts";
import { KINDS } from "../kinds.ts";
import { nearest } from "../nearest.ts";
import type { FieldSchema, TypeSchema } from "../schema.ts";
import type { Path } from "../tree.ts";
import { report, unknownName, type Checking, type Problem } from "./checking.ts";

/** The relations of a path, and the type at its end. */
interface FollowedPath {
  relations: readonly FieldSchema[];
  type: TypeSchema;
}

/** Follows the first `count` names of a path as relations; undefined, with an error noted, if they are not. */
export function followRelations(path: Path, count: number, from: TypeSchema, checking: Checking): FollowedPath | undefined {
  if (path.length === 0) return report(checking, checking.places.of(path), { message: "A path has at least one name." });
  const relations: FieldSchema[] = [];
  let type = from;
  for (let index = 0; index < count; index++) {
    const field = findField(path, index, type, checking);
    if (!field) return undefined;
    const next = isRelation(field) && field.relation ? checking.lookup(field.relation.type) : undefined;
    if (!next) return report(checking, checking.places.of(path, index), notARelation(field, type));
    relations.push(field);
    type = next;
  }
  return { relations, type };
}

export const isRelation = ({ type }: FieldSchema) => KINDS[type].shape === "record";

/** The field that one name of a path means; undefined, with an error noted, if it means none or several. */
export function findField(path: Path, index: number, type: TypeSchema, checking: Checking): FieldSchema | undefined {
  const name = path[index] ?? "";
  const matches = fieldsNamed(type, name);
  const [only] = matches;
  if (only && matches.length === 1) return only;
  return report(checking, checking.places.of(path, index), only ? severalFields(name, matches) : unknownField(name, type, checking));
}

/** The fields a name may mean: by key, else by label. */
export function fieldsNamed({ fields }: TypeSchema, name: string): readonly FieldSchema[] {
  const byKey = fields.find((field) => field.key === name);
  if (byKey) return [byKey];
  const wanted = fold(name);
  return fields.filter((field) => fold(field.label) === wanted || fold(field.key) === wanted);
}

function unknownField(name: string, { fields, labelPlural }: TypeSchema, { budget }: Checking): Problem {
  const keys = fields.map(({ key }) => key);
  const keyOf = new Map([...fields.map(({ key, label }) => [label, key] as const), ...keys.map((key) => [key, key] as const)]);
  const near = nearest(name, [...keyOf.keys()], budget).map((one) => keyOf.get(one) ?? one);
  const problem = unknownName(`${labelPlural} have no field`, name, keys, budget, [...new Set(near)]);
  return problem.suggestions?.length ? problem : { ...problem, hint: 'To search for text with special characters, quote it: "…".' };
}

function severalFields(name: string, matches: readonly FieldSchema[]): Problem {
  const suggestions = matches.map((field) => field.key);
  return { message: `${matches.length} fields are called \`${shown(name)}\`. Use a key: ${inBackticks(suggestions)}.`, suggestions };
}

function notARelation(field: FieldSchema, type: TypeSchema): Problem {
  const relations = type.fields.filter(isRelation).map((other) => other.key);
  const expected =
    relations.length > 0 ? `a relation of ${type.labelPlural.toLowerCase()}: ${inBackticks(relations)}` : "a field without a dot";
  const message = isRelation(field)
    ? `\`${field.key}\` leads to records you cannot see.`
    : `\`${field.key}\` is ${KINDS[field.type].noun}, not a relation.`;
  return { message, suggestions: relations.slice(0, 3), expected };
}

const inBackticks = (names: readonly string[]) =>
  names
    .slice(0, 12)
    .map((name) => `\`${name}\``)
    .join(", ");
