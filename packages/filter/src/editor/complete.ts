import * as is from "../grammar/characters.ts";
import { expectAtEnd, type Expectation, type Expected } from "./expect.ts";
import { offerCount, offerFlags, offerNames, offerOperators, offerTerms } from "./offer-names.ts";
import { offerValues } from "./offer-values.ts";
import type { CompletionSource, Offer } from "./option.ts";

export type { CompletionOption, CompletionSource } from "./option.ts";

/** The completions at the caret. A chosen option replaces the text between `from` and `to`. */
export interface Completion extends Offer {
  from: number;
  to: number;
}

/** The completions at a position of a text, finished or not; undefined if there is nothing to offer. */
export function completeAt(text: string, position: number, source: CompletionSource): Completion | undefined {
  const type = source.lookup(source.type);
  const found = type && expectAtEnd(text.slice(0, position), type, source.lookup);
  const offer = found && offerFor(found, source);
  if (!offer) return undefined;
  const to = endOf(text, position, found);
  // Directly before an existing word nothing is offered: an option would be glued to that word.
  if (found.typed === "" && to > position) return undefined;
  return offer.options.length > 0 || found.typed === "" ? { ...offer, from: found.from, to } : undefined;
}

function offerFor({ what, typed }: Expectation, source: CompletionSource): Offer | undefined {
  switch (what.kind) {
    case "term":
      return offerTerms(what, typed);
    case "name":
      return offerNames(what, typed);
    case "operator":
      return offerOperators(what.field);
    case "value":
      return offerValues(what, typed, source);
    case "flag":
      return offerFlags(what.type, typed);
  }
  return offerCount(what.part);
}

/** Where the part at the caret ends: a choice replaces all of it. */
function endOf(text: string, position: number, { what, typed }: Expectation): number {
  if (typed.startsWith('"')) return text.charAt(position) === '"' ? position + 1 : position;
  let at = position;
  while (isPartOf(what, text.charCodeAt(at)) && !(what.kind === "value" && text.startsWith("..", at))) at++;
  return at;
}

function isPartOf({ kind }: Expected, character: number): boolean {
  if (Number.isNaN(character)) return false;
  if (kind === "operator") return is.isOperator(character);
  return kind === "value" ? is.isValuePart(character) : is.isWordPart(character) && character !== is.DOT;
}
