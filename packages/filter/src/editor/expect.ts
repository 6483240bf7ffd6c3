import { opOf } from "../operators.ts";
import type { FieldSchema, Lookup, TypeSchema } from "../schema.ts";
import type { Op } from "../tree.ts";
import { startReading, type Clause, type Place } from "./clause.ts";
import { fieldNamed, resolvePath } from "./resolve-path.ts";
import { tokensOf, type Token } from "./tree.ts";

export type Expected =
  /** A condition, or words to search for. */
  | ({ kind: "term" } & Place)
  /** A name in a path: any field, or a relation to follow. */
  | { kind: "name"; of: "path" | "presence" | "call"; type: TypeSchema }
  | { kind: "operator"; field: FieldSchema }
  | { kind: "value"; field: FieldSchema; op: Op; given: readonly string[]; isEnd: boolean }
  | { kind: "flag"; type: TypeSchema }
  | { kind: "count"; part: "operator" | "number" };

/** What is expected at the caret, where it starts, and the part that is already typed. */
export interface Expectation {
  what: Expected;
  from: number;
  typed: string;
}

/** Tokens that the user may still be typing. After any other token something new starts. */
const OPEN_ENDED = new Set("Word Phrase Name QuotedName Bare String Number Date Person AndWord OrWord NotWord UnknownOperator".split(" "));
const TERMS = new Set(["Word", "Phrase", "AndWord", "OrWord", "NotWord"]);

/** What is expected at the end of a text. Undefined if nothing fits: then the checker reports the error. */
export function expectAtEnd(text: string, type: TypeSchema, lookup: Lookup): Expectation | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  const isAttached = tokens.at(-1)?.to === text.length;
  const typing = isAttached && OPEN_ENDED.has(tokens.at(-1)?.name ?? "") ? tokens.pop() : undefined;
  const reading = startReading(text, type, lookup);
  for (const token of tokens) reading.take(token);

  const { clause, place } = reading;
  const at = { from: typing?.from ?? text.length, typed: typing ? text.slice(typing.from, typing.to) : "" };
  const isNew = typing ? TERMS.has(typing.name) : clause && isOver(clause, isAttached);
  if (!clause || isNew) return place && inPath({ what: { kind: "term", ...place }, ...at }, lookup);
  const what = inClause(clause, typing, lookup);
  // Values come directly after a `:` or a comma, so the option replaces spaces before it.
  const isTight = what?.kind === "value" && (clause.op === ":" || clause.values.length > 0);
  return what && { what, typed: at.typed, from: isTight ? (tokens.at(-1)?.to ?? at.from) : at.from };
}

/** Whether a clause is complete, so that a new condition starts. */
function isOver(clause: Clause, isAttached: boolean): boolean {
  if (clause.head === "count") return clause.values.length > 0;
  if (clause.head === "call" || clause.wantsName) return false;
  // A range may have no end; a space ends it.
  return !clause.wantsValue || (clause.isRange && !isAttached);
}

function inClause(clause: Clause, typing: Token | undefined, lookup: Lookup): Expected | undefined {
  const { head, path, op: symbol, values, isRange } = clause;
  if (head === "is") return { kind: "flag", type: clause.type };
  if (head === "count") return { kind: "count", part: symbol === undefined ? "operator" : "number" };
  const type = resolvePath(clause.wantsName ? path : path.slice(0, -1), clause.type, lookup);
  if (clause.wantsName) return type && { kind: "name", of: head, type };
  const field = type && head === "path" ? fieldNamed(type, path.at(-1) ?? "") : undefined;
  const op = symbol === undefined || typing?.name === "UnknownOperator" ? undefined : opOf(symbol);
  if (!field || op) return field && op && { kind: "value", field, op, given: values, isEnd: isRange };
  return { kind: "operator", field };
}

/** `organization.cou` is one word until an operator follows. The part after the last dot is the name being typed. */
function inPath({ what, from, typed }: Expectation & { what: Place }, lookup: Lookup): Expectation | undefined {
  const dot = typed.startsWith('"') ? -1 : typed.lastIndexOf(".");
  if (dot < 0) return { what, from, typed };
  const type = resolvePath(typed.slice(0, dot).split("."), what.type, lookup);
  return type && { what: { kind: "name", of: "path", type }, from: from + dot + 1, typed: typed.slice(dot + 1) };
}
