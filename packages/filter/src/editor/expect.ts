import { opOf } from "../operators.ts";
import type { FieldSchema, Lookup, TypeSchema } from "../schema.ts";
import type { Op } from "../tree.ts";
import { startReading, type Clause, type Place } from "./clause.ts";
import { fieldNamed, follow } from "./road.ts";
import { tokensOf, type Token } from "./tree.ts";

export type Expected =
  /** A condition, or words to search for. */
  | ({ kind: "term" } & Place)
  /** A name in a path: any field, or a relation to look along. */
  | { kind: "name"; of: "path" | "presence" | "call"; type: TypeSchema }
  | { kind: "operator"; field: FieldSchema }
  | { kind: "value"; field: FieldSchema; op: Op; given: readonly string[]; isEnd: boolean }
  | { kind: "flag"; type: TypeSchema }
  | { kind: "count"; part: "operator" | "number" };

/** What may stand at the caret, where it starts, and how far it is typed already. */
export interface Expectation {
  what: Expected;
  from: number;
  typed: string;
}

/** Tokens that may go on being typed; after any other token something new starts. */
const OPEN_ENDED = new Set("Word Phrase Name QuotedName Bare String Number Date Person AndWord OrWord NotWord UnknownOperator".split(" "));
const TERMS = new Set(["Word", "Phrase", "AndWord", "OrWord", "NotWord"]);

/** What may stand at the end of a text. Undefined where nothing sensible can: then the checker says what is wrong. */
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
  // Values stand directly after a `:` and a comma, so spaces before one are written over.
  const isTight = what?.kind === "value" && (clause.op === ":" || clause.values.length > 0);
  return what && { what, typed: at.typed, from: isTight ? (tokens.at(-1)?.to ?? at.from) : at.from };
}

/** Whether nothing can be added to a clause: a new condition comes. */
function isOver(clause: Clause, isAttached: boolean): boolean {
  if (clause.head === "count") return clause.values.length > 0;
  if (clause.head === "call" || clause.wantsName) return false;
  // The end of a range may be left out, and a space does.
  return !clause.wantsValue || (clause.isRange && !isAttached);
}

function inClause(clause: Clause, typing: Token | undefined, lookup: Lookup): Expected | undefined {
  const { head, path, op: symbol, values, isRange } = clause;
  if (head === "is") return { kind: "flag", type: clause.type };
  if (head === "count") return { kind: "count", part: symbol === undefined ? "operator" : "number" };
  const type = follow(clause.wantsName ? path : path.slice(0, -1), clause.type, lookup);
  if (clause.wantsName) return type && { kind: "name", of: head, type };
  const field = type && head === "path" ? fieldNamed(type, path.at(-1) ?? "") : undefined;
  const op = symbol === undefined || typing?.name === "UnknownOperator" ? undefined : opOf(symbol);
  if (!field || op) return field && op && { kind: "value", field, op, given: values, isEnd: isRange };
  return { kind: "operator", field };
}

/** `organization.cou` is a word as long as no operator follows: the part after the last dot is what is being typed. */
function inPath({ what, from, typed }: Expectation & { what: Place }, lookup: Lookup): Expectation | undefined {
  const dot = typed.startsWith('"') ? -1 : typed.lastIndexOf(".");
  if (dot < 0) return { what, from, typed };
  const type = follow(typed.slice(0, dot).split("."), what.type, lookup);
  return type && { what: { kind: "name", of: "path", type }, from: from + dot + 1, typed: typed.slice(dot + 1) };
}
