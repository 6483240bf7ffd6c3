import { ExternalTokenizer, type InputStream } from "@lezer/lr";
import { parseDate } from "../dates/date-text.ts";
import * as is from "./characters.ts";
import * as term from "./terms.generated.ts";

/**
 * Reads one token. Where the same characters can mean two things, what the parser can take next decides, and after that
 * what follows: `stage` is a word to search for, `stage:` and `stage >` are a field.
 */
export const tokens = new ExternalTokenizer(
  (input, stack) => {
    const { next } = input;
    if (!is.isValuePart(next) && next !== is.QUOTE) return;
    // A value ends at a space: in `amount:10.. open`, `open` is a word and not the end of the range.
    const isAttached = !is.isSpace(input.peek(-1));
    if (next === is.DOT && isAttached) {
      if (startsDots(input) && stack.canShift(term.Dots)) return input.acceptToken(term.Dots, 2);
      if (stack.canShift(term.Dot)) return input.acceptToken(term.Dot, 1);
    }
    const takesTerm = stack.canShift(term.Word);
    if ((isAttached || !takesTerm) && stack.canShift(term.Bare)) return readValue(input);
    if (is.isOperator(next)) {
      if (stack.canShift(term.Operator)) readOperator(input);
    } else if (takesTerm || stack.canShift(term.OrWord)) readTerm(input);
    else if (stack.canShift(term.Name)) readName(input);
  },
  { contextual: true },
);

const KEYWORDS = new Map([
  ["AND", term.AndWord],
  ["OR", term.OrWord],
  ["NOT", term.NotWord],
]);
const PREFIXES = new Map([
  ["has", term.PresenceWord],
  ["no", term.PresenceWord],
  ["is", term.FlagWord],
]);
const CALLS = new Map([
  ["any", term.Quantifier],
  ["none", term.Quantifier],
  ["all", term.Quantifier],
  ["count", term.CountWord],
]);
const OPERATORS = new Set([":", "!=", ">", ">=", "<", "<=", "~", "^="]);
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function readTerm(input: InputStream): void {
  if (input.next === is.MINUS) return input.acceptToken(term.Minus, 1);
  if (input.next === is.QUOTE) return readString(input, isField(input) ? term.QuotedName : term.Phrase);
  if (is.isForeignQuote(input.next)) return input.acceptToken(term.Word, runOf(input, 0, is.isValuePart));
  const end = runOf(input, 0, is.isWordPart);
  if (end === 0) return;
  const word = textOf(input, end);
  const keyword = KEYWORDS.get(word);
  if (keyword !== undefined) return input.acceptToken(keyword, end);
  const next = input.peek(end);
  if (next === is.OPEN) return input.acceptToken(CALLS.get(word) ?? term.UnknownCallWord, end + 1);
  const prefix = next === is.COLON ? PREFIXES.get(word) : undefined;
  if (prefix !== undefined) return input.acceptToken(prefix, end + 1);
  if (isField(input)) return readName(input);
  input.acceptToken(term.Word, end);
}

function readName(input: InputStream): void {
  if (input.next === is.QUOTE) return readString(input, term.QuotedName);
  const end = runOf(input, 0, isNamePart);
  if (end > 0) input.acceptToken(term.Name, end);
}

function readOperator(input: InputStream): void {
  const end = runOf(input, 0, is.isOperator);
  input.acceptToken(OPERATORS.has(textOf(input, end)) ? term.Operator : term.UnknownOperator, end);
}

function readValue(input: InputStream): void {
  if (input.next === is.QUOTE) return readString(input, term.String);
  let end = 0;
  while (is.isValuePart(input.peek(end)) && !startsDots(input, end)) end++;
  if (end > 0) input.acceptToken(kindOf(textOf(input, end)), end);
}

/** For colour alone: what a value means is decided by the type of its field. */
function kindOf(text: string): number {
  if (NUMBER.test(text)) return term.Number;
  if (text.startsWith("@")) return term.Person;
  return parseDate(text) ? term.Date : term.Bare;
}

function readString(input: InputStream, token: number): void {
  input.acceptToken(token, stringEnd(input, 0));
}

/** More than any path has. Looking further at every word would take quadratic time on a hostile text. */
const MAX_SEGMENTS = 16;

/** Whether a path starts here and an operator follows it. */
function isField(input: InputStream): boolean {
  let at = segmentEnd(input, 0);
  for (let segments = 1; segments < MAX_SEGMENTS && input.peek(at) === is.DOT; segments++) {
    const next = segmentEnd(input, at + 1);
    if (next === at + 1) break;
    at = next;
  }
  return is.isOperator(input.peek(runOf(input, at, is.isSpace)));
}

function segmentEnd(input: InputStream, offset: number): number {
  return input.peek(offset) === is.QUOTE ? stringEnd(input, offset) : runOf(input, offset, isNamePart);
}

/** After the closing quote; without one, the end of the text. A backslash takes the character after it along. */
function stringEnd(input: InputStream, offset: number): number {
  for (let at = offset + 1; ; at++) {
    const character = input.peek(at);
    if (character < 0) return at;
    if (character === is.QUOTE) return at + 1;
    if (character === is.BACKSLASH && input.peek(at + 1) >= 0) at++;
  }
}

const isNamePart = (character: number) => character !== is.DOT && is.isWordPart(character);

const startsDots = (input: InputStream, offset = 0) => input.peek(offset) === is.DOT && input.peek(offset + 1) === is.DOT;

function runOf(input: InputStream, offset: number, isPart: (character: number) => boolean): number {
  let at = offset;
  while (isPart(input.peek(at))) at++;
  return at;
}

function textOf(input: InputStream, end: number): string {
  let text = "";
  for (let at = 0; at < end; at++) text += String.fromCharCode(input.peek(at));
  return text;
}
