import { MAX_LEVELS, boundError } from "../bounds.ts";
import { shown } from "../error.ts";
import { isCountOp } from "../operators.ts";
import { all, any, type FilterNode, type Quantifier } from "../tree.ts";
import { readCondition, readFlag, readOperator, readPath, readPresence, readText, readValues, type Reading } from "./build-condition.ts";
import type { Syntax } from "./syntax.ts";

/** Makes the filter's tree from the parser's. What is missing or wrong is undefined here and an error in the reading. */
export function build(filter: Syntax, reading: Reading): FilterNode | undefined {
  return readTerms(filter, reading, -1)[0];
}

type Builder = (node: Syntax, reading: Reading, level: number) => FilterNode | undefined;

const BUILDERS: ReadonlyMap<string, Builder> = new Map<string, Builder>([
  ["And", readAnd],
  ["Or", (node, reading, level) => any(readTerms(node, reading, level))],
  ["Not", readNot],
  ["Group", (node, reading, level) => readTerms(node, reading, level)[0]],
  ["Text", readText],
  ["Condition", readCondition],
  ["Presence", readPresence],
  ["Flag", readFlag],
  ["Related", readRelated],
  ["Count", readCount],
  ["UnknownCall", refuseCall],
]);

function read(node: Syntax, reading: Reading, level: number): FilterNode | undefined {
  if (level > MAX_LEVELS) return void reading.errors.push(boundError("depth", { from: node.from, to: node.to }));
  const known = reading.errors.length;
  const made = BUILDERS.get(node.name)?.(node, reading, level);
  // No condition is left out silently, whatever a builder forgets.
  if (!made && !reading.isCut && reading.errors.length === known) {
    reading.errors.push({ from: node.from, to: node.to, message: "This condition cannot be understood." });
  }
  // A group returns the node inside it, which already has its place.
  return made && node.name !== "Group" ? reading.places.note(made, { from: node.from, to: node.to }) : made;
}

const termsOf = (node: Syntax) => node.children.filter((child) => BUILDERS.has(child.name));

function readTerms(node: Syntax, reading: Reading, level: number): FilterNode[] {
  return termsOf(node).flatMap((child) => read(child, reading, level + 1) ?? []);
}

const JOINERS = new Set(["and", "or", "not"]);

function readAnd(node: Syntax, reading: Reading, level: number): FilterNode {
  const terms = termsOf(node);
  for (const [index, term] of terms.entries()) {
    const before = terms[index - 1];
    if (before?.to === term.from) {
      const hint = 'A value or text with special characters is quoted: "…".';
      reading.errors.push({ from: before.from, to: term.to, message: "Conditions are separated by a space.", hint });
    }
    const word = reading.text.slice(term.from, term.to);
    const isBesideCondition = [before, terms[index + 1]].some((other) => other && other.name !== "Text");
    if (JOINERS.has(word) && isBesideCondition) {
      const capitals = word.toUpperCase();
      const message = `\`${word}\` joins conditions only in capitals: \`${capitals}\`.`;
      const hint = `To search for the word, write \`"${word}"\`.`;
      reading.errors.push({ from: term.from, to: term.to, message, hint, suggestions: [capitals] });
    }
  }
  return all(readTerms(node, reading, level));
}

function readNot(node: Syntax, reading: Reading, level: number): FilterNode | undefined {
  const [sign, term] = node.children;
  if (sign?.name === "Minus" && term && term.from > sign.to) {
    const message = "`-` stands directly before what it excludes.";
    reading.errors.push({ from: sign.from, to: sign.to, message, hint: 'To search for a dash, write `"-"`.' });
  }
  const [negated] = readTerms(node, reading, level);
  return negated && { kind: "not", node: negated };
}

function readRelated(node: Syntax, reading: Reading, level: number): FilterNode | undefined {
  const path = readPath(node, reading);
  const [inner] = readTerms(node, reading, level);
  return path && { kind: "related", quantifier: quantifierOf(node, reading), path, ...(inner && { node: inner }) };
}

function quantifierOf(node: Syntax, reading: Reading): Quantifier {
  if (reading.text.startsWith("any", node.from)) return "any";
  return reading.text.startsWith("none", node.from) ? "none" : "all";
}

function readCount(node: Syntax, reading: Reading, level: number): FilterNode | undefined {
  const path = readPath(node, reading);
  const [inner] = readTerms(node, reading, level);
  const op = readOperator(node, reading);
  const [value, another] = readValues(node, reading);
  if (!path || !op || !value) return undefined;
  const isWhole = value.kind === "value" && !another && /^\d{1,6}$/.test(value.text);
  if (isWhole && isCountOp(op)) return { kind: "count", path, ...(inner && { node: inner }), op, value: Number(value.text) };
  const expected = "`:` `!=` `>` `>=` `<` `<=` and a whole number of at most 6 digits";
  return void reading.errors.push({ from: node.from, to: node.to, message: "`count(…)` is compared with one whole number.", expected });
}

function refuseCall(node: Syntax, reading: Reading): undefined {
  const word = reading.text.slice(node.from, node.children[0]?.to);
  reading.errors.push({
    from: node.from,
    to: node.from + word.length,
    message: `There is no \`${shown(word.slice(0, -1))}(…)\`.`,
    hint: 'Put a space before the parenthesis to start a group, or quote the text: "…".',
    expected: "`any(…)` `none(…)` `all(…)` `count(…)`",
  });
}
