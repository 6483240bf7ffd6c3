import type { CheckedNode } from "../checked.ts";
import { BOUNDS } from "../bounds.ts";
import { OPERATORS, SYMBOLS } from "../operators.ts";
import type { FieldSchema, FieldType, TypeSchema } from "../schema.ts";
import type { FilterNode, Op } from "../tree.ts";
import { findField, followRelations } from "./check-path.ts";
import { checkValues, type CheckedValues, type ValueCondition } from "./check-values.ts";
import { isRecordId } from "./field-values.ts";
import { report, TYPE_WORDS, type Checking } from "./checking.ts";
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

const CHECKS: Readonly<Record<FieldType, Check>> = {
  text: by(TEXT),
  long_text: by(TEXT),
  url: by(TEXT),
  email: by(EMAIL),
  phone: by(PHONE),
  number: by(NUMBER),
  money: by(NUMBER),
  boolean: by(BOOLEAN),
  date: by(DAY),
  datetime: by(INSTANT),
  select: by(OPTION),
  multi_select: by(OPTION),
  stage: by(OPTION),
  user: by(USER),
  relation: by(RECORD),
};

/** Checks a condition on a field. `!=` and `no:` become the complement of what they deny, through relations too. */
export function checkCompare(node: FilterNode & { kind: "compare" }, type: TypeSchema, checking: Checking): CheckedPair | undefined {
  const road = followRelations(node.path, node.path.length - 1, type, checking);
  const field = road && findField(node.path, node.path.length - 1, road.type, checking);
  if (!field) return undefined;
  if (isByName(node, field, checking)) return checkCompare({ ...node, path: [...node.path, NAME] }, type, checking);
  if (!OPERATORS[field.type].includes(node.op)) return report(checking, checking.places.of(node), wrongOperator(field, node.op));
  const found = checkField(node, field, checking);
  if (!found) return undefined;
  const path = [...road.relations, field].map(({ key }) => key);
  const reached = throughRelations(road.relations, found.checked);
  const isDenial = node.op === "ne" || node.op === "unset";
  return { tree: { ...node, path, values: found.values }, checked: isDenial ? { kind: "not", node: reached } : reached };
}

const NAME = "name";

/** A related record is also meant by its name: `organization:Acme` is `organization.name:Acme`. */
function isByName({ op, path, values }: FilterNode & { kind: "compare" }, { type, relation }: FieldSchema, { lookup }: Checking): boolean {
  if (type !== "relation" || (op !== "eq" && op !== "ne") || values.length === 0 || path.length > BOUNDS.hops) return false;
  const hasName = relation && lookup(relation.type)?.fields.some((field) => field.key === NAME);
  return Boolean(hasName) && values.every((value) => value.kind === "value" && value.text !== "" && !isRecordId(value.text));
}

function checkField(node: FilterNode & { kind: "compare" }, field: FieldSchema, checking: Checking): CheckedValues | undefined {
  const { op, values } = node;
  if (op !== "set" && op !== "unset") return CHECKS[field.type]({ field, op, values }, checking);
  if (values.length > 0) return report(checking, checking.places.of(node), { message: `\`${SYMBOLS[op]}\` takes no value.` });
  return { checked: { kind: field.type === "relation" ? "any" : "set", field }, values: [] };
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
  const expected = OPERATORS[field.type].map((known) => `\`${SYMBOLS[known]}\``).join(" ");
  return { message: `\`${field.key}\` is ${TYPE_WORDS[field.type]} and has no \`${SYMBOLS[op]}\`.`, expected };
}
