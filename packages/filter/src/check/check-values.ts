import type { CheckedNode, Comparison } from "../checked.ts";
import { shown, type Place } from "../error.ts";
import { KINDS, takesRange } from "../kinds.ts";
import { SYMBOLS, takesList } from "../operators.ts";
import type { FieldSchema } from "../schema.ts";
import { looksLikeThousands, printValue } from "../text/print.ts";
import type { Op, Value } from "../tree.ts";
import { report, type Checking } from "./checking.ts";
import type { Domain } from "./domains.ts";
import type { Read } from "./field-values.ts";

/** A condition on one field, without the path to it. */
export interface ValueCondition {
  field: FieldSchema;
  op: Exclude<Op, "set" | "unset">;
  values: readonly Value[];
}

/** The leaf that tests a condition (for `ne`, its opposite), and the values in their one spelling. */
export interface CheckedValues {
  checked: CheckedNode;
  values: readonly Value[];
}

/** Reads the values as the domain does and makes the leaf; undefined, with errors noted, if one cannot be read. */
export function checkValues<T>(domain: Domain<T>, condition: ValueCondition, checking: Checking): CheckedValues | undefined {
  const { field, op } = condition;
  if (takesList(op)) return checkList(domain, condition, checking);
  const [value, another] = condition.values;
  if (value?.kind !== "value" || another) {
    const hint = takesRange(KINDS[field.type]) ? "A number with a comma needs quotes." : undefined;
    return report(checking, checking.places.of(condition.values), {
      message: `\`${SYMBOLS[op]}\` takes one value.`,
      ...(hint && { hint }),
    });
  }
  const read = readOne(value.text, checking.places.of(value), domain, condition, checking);
  if (!read) return undefined;
  const isMatch = op === "contains" || op === "starts_with";
  const checked = isMatch ? domain.match?.(field, op, read.value) : domain.leaf(field, { op, value: read.value });
  return checked && { checked, values: [{ kind: "value", text: read.text }] };
}

type Item<T> = { value: Value; comparison: Comparison<T> };

/** A list of values and ranges: equal to one of them, or inside one of them. */
function checkList<T>(domain: Domain<T>, condition: ValueCondition, checking: Checking): CheckedValues | undefined {
  const thousands = findThousands(condition, checking);
  if (thousands) {
    const hint = "Write one number without the comma, or quote the second of two.";
    const message = `\`${shown(condition.values.map(printValue).join(","))}\` can be one number or several.`;
    return report(checking, checking.places.of(thousands), { message, hint });
  }
  const items = condition.values.map((value) => readItem(value, domain, condition, checking));
  const made = items.filter((item) => item !== undefined);
  if (made.length < items.length) return undefined;
  if (made.length === 0) return report(checking, checking.places.of(condition.values), { message: "This list is empty." });
  const comparisons = made.map(({ comparison }) => comparison);
  const single = comparisons.flatMap((comparison) => (comparison.op === "in" ? comparison.values : []));
  const ranges = comparisons.filter((comparison) => comparison.op !== "in");
  const leaves = [...(single.length > 0 ? [{ op: "in" as const, values: single }] : []), ...ranges].map((comparison) =>
    domain.leaf(condition.field, comparison),
  );
  const [only] = leaves;
  return { checked: only && leaves.length === 1 ? only : { kind: "or", nodes: leaves }, values: made.map(({ value }) => value) };
}

/** `10,500` without quotes can be one number or two. Printing quotes the second, so that a list stays one. */
function findThousands({ field, values }: ValueCondition, { places }: Checking): Value | undefined {
  const { shape, bounds } = KINDS[field.type];
  if (shape !== "number" || bounds) return undefined;
  return values.find((value, index) => {
    const { from, to } = places.of(value);
    const isBare = value.kind === "value" && from !== undefined && to !== undefined && to - from === value.text.length;
    return isBare && looksLikeThousands(values[index - 1], value);
  });
}

function readItem<T>(value: Value, domain: Domain<T>, condition: ValueCondition, checking: Checking): Item<T> | undefined {
  if (value.kind === "value") {
    const read = readOne(value.text, checking.places.of(value), domain, condition, checking);
    return read && { value: { kind: "value", text: read.text }, comparison: { op: "in", values: [read.value] } };
  }
  const place = checking.places.of(value);
  if (!takesRange(KINDS[condition.field.type])) {
    const expected = "one value, or several with commas between them";
    return report(checking, place, { message: `\`${condition.field.key}\` takes no range.`, expected });
  }
  // Of the ends that are there, the first has the first place.
  const places = [checking.places.of(value, 0), checking.places.of(value, value.from === undefined ? 0 : 1)];
  const [from, to] = [value.from, value.to].map((end, index) =>
    end === undefined ? undefined : readOne(end, places[index] ?? place, domain, condition, checking),
  );
  if ((value.from !== undefined && !from) || (value.to !== undefined && !to)) return undefined;
  if (!from && !to) return report(checking, place, { message: "A range has at least one end." });
  if (from && to && domain.isReversed?.(from.value, to.value)) {
    const hint = "Write the lower end first.";
    return report(checking, place, { message: `The range \`${shown(printValue(value))}\` ends before it starts.`, hint });
  }
  return {
    value: { kind: "range", ...(from && { from: from.text }), ...(to && { to: to.text }) },
    comparison: { op: "between", ...(from && { from: from.value }), ...(to && { to: to.value }) },
  };
}

function readOne<T>(text: string, place: Place, domain: Domain<T>, condition: ValueCondition, checking: Checking): Read<T> | undefined {
  const reading = domain.read(text, condition.field, condition.op, checking);
  return "problem" in reading ? report(checking, place, reading.problem) : reading;
}
