import type { CheckedNode } from "../checked.ts";
import { BOUNDS } from "../bounds.ts";
import { KINDS, type KindFacts, type Shape } from "../kinds.ts";
import { SYMBOLS } from "../operators.ts";
import type { FieldSchema, TypeSchema } from "../schema.ts";
import type { FilterNode, Op } from "../tree.ts";
import { findField, followRelations, isRelation } from "./check-path.ts";
import { checkValues, type CheckedValues, type ValueCondition } from "./check-values.ts";
import { isRecordId } from "./field-values.ts";
import { report, type Checking } from "./checking.ts";
import { BOOLEAN, DAY, EMAIL, INSTANT, NUMBER, OPTION, PHONE, RECORD, TEXT, USER, type Domain } from "./domains.ts";

/** A node that fits its type: in its one spelling, and as it runs. */
export interface CheckedPair {
  tree: FilterNode;
  checked: CheckedNode;
}

type Check = (condition: ValueCondition, checking: Checking) => CheckedValues | undefined;

const by =
  <T>(domain: Domain<T>): Check =>
  (condition, checking) =>
    checkValues(domain, condition, checking);

const CHECKS: Readonly<Record<Shape, Check>> = {
  text: by(TEXT),
  number: by(NUMBER),
  boolean: by(BOOLEAN),
  day: by(DAY),
  moment: by(INSTANT),
  option: by(OPTION),
  person: by(USER),
  record: by(RECORD),
};

/** Texts that are compared as they are stored, not as they were typed. */
const FORMATTED: Partial<Record<NonNullable<KindFacts["format"]>, Check>> = { email: by(EMAIL), phone: by(PHONE) };

/** Checks a condition on a field. `!=` and `no:` become the complement of what they deny, through relations too. */
export function checkCompare(node: FilterNode & { kind: "compare" }, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  const followed = followRelations(node.path, node.path.length - 1, type, checking);
  const field = followed && findField(node.path, node.path.length - 1, followed.type, checking);
  if (!field) return undefined;
  if (isByName(node, field, checking)) {
    noteNames(node, field, checking);
    return checkCompare({ ...node, path: [...node.path, NAME] }, type, checking);
  }
  if (!KINDS[field.type].operators.includes(node.op)) return report(checking, checking.places.of(node), wrongOperator(field, node.op));
  const found = checkField(node, field, checking);
  if (!found) return undefined;
  const path = [...followed.relations, field].map(({ key }) => key);
  const checked = throughRelations(followed.relations, found.checked);
  const isDenial = node.op === "ne" || node.op === "unset";
  return { tree: { ...node, path, values: found.values }, checked: isDenial ? { kind: "not", node: checked } : checked };
}

const NAME = "name";

/** A related record is also meant by its name: `organization:Acme` is `organization.name:Acme`. */
function isByName({ op, path, values }: FilterNode & { kind: "compare" }, field: FieldSchema, { lookup }: Checking): boolean {
  const { relation } = field;
  if (!isRelation(field) || (op !== "eq" && op !== "ne") || values.length === 0 || path.length > BOUNDS.hops) return false;
  const hasName = relation && lookup(relation.type)?.fields.some((other) => other.key === NAME);
  return Boolean(hasName) && values.every((value) => value.kind === "value" && value.text !== "" && !isRecordId(value.text));
}

function noteNames({ values }: FilterNode & { kind: "compare" }, { relation }: FieldSchema, { names, places }: Checking): void {
  for (const value of values) {
    if (relation && value.kind === "value") names.push({ ...places.of(value), type: relation.type, name: value.text });
  }
}

function checkField(node: FilterNode & { kind: "compare" }, field: FieldSchema, checking: Checking): CheckedValues | undefined {
  const { op, values } = node;
  const { shape, format } = KINDS[field.type];
  const check = (format && FORMATTED[format]) ?? CHECKS[shape];
  if (op !== "set" && op !== "unset") return check({ field, op, values }, checking);
  if (values.length > 0) return report(checking, checking.places.of(node), { message: `\`${SYMBOLS[op]}\` takes no value.` });
  return { checked: { kind: isRelation(field) ? "any" : "set", field }, values: [] };
}

/** A path is true when one record at its end makes it true. */
export function throughRelations(relations: readonly FieldSchema[], node: CheckedNode | undefined): CheckedNode {
  const nothing: CheckedNode = { kind: "and", nodes: [] };
  return (
    relations.reduceRight<CheckedNode | undefined>((inner, field) => ({ kind: "any", field, ...(inner && { node: inner }) }), node) ??
    nothing
  );
}

function wrongOperator(field: FieldSchema, op: Op) {
  const { operators, noun } = KINDS[field.type];
  const expected = operators.map((known) => `\`${SYMBOLS[known]}\``).join(" ");
  return { message: `\`${field.key}\` is ${noun} and has no \`${SYMBOLS[op]}\`.`, expected };
}
