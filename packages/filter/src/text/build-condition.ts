import { shown, type FilterError } from "../error.ts";
import { isForeignQuote } from "../grammar/characters.ts";
import { FOREIGN_SYMBOLS, SYMBOLS, opOf, takesList } from "../operators.ts";
import type { Places } from "../places.ts";
import type { FilterNode, Op, Path, Value } from "../tree.ts";
import { unquote } from "./spelling.ts";
import { childOf, type Syntax } from "./syntax.ts";

/** A text while it is being read. */
export interface Reading {
  text: string;
  /** The text stops making sense further on: then the last condition may be incomplete. */
  isCut: boolean;
  places: Places;
  errors: FilterError[];
}

/** AND and OR in other languages. */
const FOREIGN_JOINERS = new Map([
  ["&&", "AND"],
  ["&", "AND"],
  ["||", "OR"],
  ["|", "OR"],
]);

/** Names that mean something before a `:`, with an example. */
const RESERVED = new Map([
  ["has", "has:email"],
  ["no", "no:email"],
  ["is", "is:open"],
]);

export function readText(node: Syntax, reading: Reading): FilterNode | undefined {
  const text = readLiteral(node.children[0], reading);
  const joiner = childOf(node, "Word") ? FOREIGN_JOINERS.get(text ?? "") : undefined;
  if (joiner) refuse(node, reading, `Write \`${joiner}\` for \`${text}\`.`, { suggestions: [joiner] });
  if (childOf(node, "Word") && text?.startsWith("..")) {
    refuse(node, reading, "A range has no spaces, as in `amount:10..20`.", { hint: 'Text that starts with dots is quoted: "…".' });
  }
  return text === undefined ? undefined : { kind: "text", text };
}

export function readCondition(node: Syntax, reading: Reading): FilterNode | undefined {
  const path = readPath(node, reading);
  const op = readOperator(node, reading);
  const values = readValues(node, reading);
  const [name = ""] = path ?? [];
  const example = path?.length === 1 && childOf(childOf(node, "Path"), "Name") ? RESERVED.get(name) : undefined;
  if (op && example) {
    return refuse(node, reading, `\`${name}\` goes with \`:\`, as in \`${example}\`.`, {
      hint: `A field of that name is quoted: \`"${name}"\`.`,
    });
  }
  if (!path || !op || values.length === 0) return undefined;
  if (!takesList(op) && values.some((value) => value.kind === "range" || values.length > 1)) {
    return refuse(node, reading, `\`${SYMBOLS[op]}\` takes one value.`, {
      hint: "A list or a range goes with `:`. Numbers have no separators: `10000`.",
    });
  }
  return { kind: "compare", path, op, values };
}

export function readPresence(node: Syntax, reading: Reading): FilterNode | undefined {
  const path = readPath(node, reading);
  return path && { kind: "compare", path, op: reading.text.startsWith("has", node.from) ? "set" : "unset", values: [] };
}

export function readFlag(node: Syntax, reading: Reading): FilterNode | undefined {
  const written = childOf(node, "Name", "QuotedName");
  const name = readLiteral(written, reading);
  if (!written || name === undefined) return undefined;
  return reading.places.note<FilterNode>({ kind: "flag", name }, placeOf(node), [placeOf(written)]);
}

export function readPath(node: Syntax, reading: Reading): Path | undefined {
  const parent = childOf(node, "Path");
  if (!parent) return undefined;
  const names = parent.children.filter((child) => child.name === "Name" || child.name === "QuotedName");
  const path = names.map((name) => readLiteral(name, reading) ?? "");
  return path.length === 0 ? undefined : reading.places.note(path, placeOf(parent), names.map(placeOf));
}

export function readOperator(node: Syntax, reading: Reading): Op | undefined {
  const sign = childOf(node, "Operator", "UnknownOperator");
  if (!sign) return undefined;
  const symbol = textOf(sign, reading);
  const op = sign.name === "Operator" ? opOf(symbol) : undefined;
  if (op) return op;
  const suggestion = FOREIGN_SYMBOLS.get(symbol);
  return refuse(sign, reading, `There is no operator \`${shown(symbol)}\`.${suggestion ? ` Did you mean \`${suggestion}\`?` : ""}`, {
    hint: 'Text with special characters is quoted: "…".',
    ...(suggestion && { suggestions: [suggestion] }),
    expected: Object.values(SYMBOLS)
      .map((known) => `\`${known}\``)
      .join(" "),
  });
}

const LITERALS = new Set(["Bare", "String", "Number", "Date", "Person"]);

/** The values after an operator. A `:` and a list have no spaces in them: `stage: amount>5` is a mistake, not a value `amount`. */
export function readValues(node: Syntax, reading: Reading): Value[] {
  const gap = node.children.find((child, index) => isGap(child, node.children[index + 1], reading));
  if (gap?.name === "Comma" || (gap && isValue(gap))) {
    const hint = "Conditions are separated by a space or AND, not by a comma.";
    refuse(gap, reading, "A list has no spaces, as in `stage:won,lost`.", { hint });
  } else if (gap) {
    refuse(gap, reading, "`:` stands directly between field and value, without spaces.", { expected: "a value" });
  }
  return node.children.flatMap((child) => {
    const value = readValue(child, reading);
    return value ? [reading.places.note(value, placeOf(child), endsOf(child).map(placeOf))] : [];
  });
}

/** The ends of a range that are there, in order. */
const endsOf = (range: Syntax) => range.children.filter((child) => LITERALS.has(child.name));

const isValue = (part: Syntax) => part.name === "Range" || LITERALS.has(part.name);

function isGap(node: Syntax, next: Syntax | undefined, reading: Reading): boolean {
  if (!next || node.to === next.from) return false;
  const isColon = (part: Syntax) => part.name === "Operator" && textOf(part, reading) === ":";
  return isColon(node) || isColon(next) || (node.name === "Comma" && isValue(next)) || (isValue(node) && next.name === "Comma");
}

function readValue(node: Syntax, reading: Reading): Value | undefined {
  if (node.name !== "Range") {
    const text = LITERALS.has(node.name) ? readLiteral(node, reading) : undefined;
    return text === undefined ? undefined : { kind: "value", text };
  }
  const dots = childOf(node, "Dots");
  const ends = endsOf(node);
  if (ends.length === 0) return refuse(node, reading, "A range has at least one end, as in `10..20`, `10..` or `..20`.");
  const [from, to] = ends.length === 1 && dots && ends[0] && ends[0].from > dots.from ? [undefined, ends[0]] : ends;
  const [first, last] = [from, to].map((end) => end && readLiteral(end, reading));
  return { kind: "range", ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
}

function readLiteral(node: Syntax | undefined, reading: Reading): string | undefined {
  if (!node) return undefined;
  const text = textOf(node, reading);
  if (text.startsWith('"'))
    return unquote(text) ?? refuse(node, reading, "This quote is never closed.", { expected: '`"`', isUnfinished: true });
  if (!isForeignQuote(text.charCodeAt(0))) return text;
  return refuse(node, reading, 'Text with spaces stands in double quotes: `"…"`.', { hint: "Other quotation marks are part of the text." });
}

const textOf = (node: Syntax, reading: Reading) => reading.text.slice(node.from, node.to);
const placeOf = ({ from, to }: { from: number; to: number }) => ({ from, to });

function refuse(at: { from: number; to: number }, reading: Reading, message: string, more: Partial<FilterError> = {}): undefined {
  reading.errors.push({ ...placeOf(at), message, ...more });
}
