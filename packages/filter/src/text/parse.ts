import type { Tree } from "@lezer/common";
import { BOUNDS, MAX_LEVELS, byteLength, findOverBounds, boundError } from "../bounds.ts";
import { MAX_ERRORS, type FilterError } from "../error.ts";
import { parser } from "../grammar/parser.generated.ts";
import { Places, type Parsed } from "../places.ts";
import { EVERYTHING } from "../tree.ts";
import { findInvalidCharacter } from "../grammar/characters.ts";
import type { Reading } from "./build-condition.ts";
import { build } from "./build.ts";
import { tooDeep } from "./parentheses.ts";
import { beginsLikeJson } from "./spelling.ts";
import { describeSyntaxError } from "./syntax-error.ts";
import { copySyntax } from "./syntax.ts";

/** Reads a filter written as text. It never throws, and never leaves a part of the text out of the tree. */
export function parse(text: string): Parsed {
  const refused = refuseUnparsed(text);
  if (refused) return { ok: false, errors: [refused] };
  const places = new Places();
  if (text.trim() === "") return { ok: true, tree: places.note({ ...EVERYTHING }, { from: 0, to: text.length }), places };

  const { syntax, stop } = readSyntax(text);
  const reading: Reading = { text, isCut: stop !== undefined, places, errors: [] };
  const tree = build(copySyntax(syntax), reading);
  if (reading.errors.length > 0) return { ok: false, errors: reading.errors.slice(0, MAX_ERRORS) };
  if (stop !== undefined || !tree) return { ok: false, errors: [describeSyntaxError(text, stop ?? 0)] };
  const errors = findOverBounds(tree, places);
  return errors.length > 0 ? { ok: false, errors } : { ok: true, tree, places };
}

function refuseUnparsed(text: string): FilterError | undefined {
  const bytes = byteLength(text);
  if (bytes > BOUNDS.bytes) return boundError("bytes", { from: 0, to: text.length }, bytes);
  const deep = tooDeep(text, MAX_LEVELS);
  if (deep !== undefined) return boundError("depth", { from: deep, to: deep + 1 });
  const invalid = findInvalidCharacter(text);
  if (invalid) return { from: invalid.at, to: invalid.at + 1, message: invalid.message };
  if (!beginsLikeJson(text)) return undefined;
  const hint = 'To look for text that begins so, quote it: `"[]"`.';
  return { from: 0, to: text.trimEnd().length, message: "This begins like JSON, not like text.", hint };
}

const strictParser = parser.configure({ strict: true });

/**
 * The parser's tree; for a text with a syntax error, the tree of the part before it and its position. Recovering from
 * three thousand errors would take 60 ms, finding the first takes 0.1 ms, and the first is the one to fix.
 */
function readSyntax(text: string): { syntax: Tree; stop?: number } {
  try {
    return { syntax: strictParser.parse(text) };
  } catch (error) {
    const at = error instanceof SyntaxError ? /^No parse at (\d+)$/.exec(error.message)?.[1] : undefined;
    const stop = Math.min(Number(at ?? 0), text.length);
    return { syntax: parser.parse(text.slice(0, stop)), stop };
  }
}
