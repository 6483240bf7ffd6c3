// What a character may do in a filter. The tokenizer reads by these and the printer quotes by them, so the two cannot disagree.

/** Quotation marks that are not ours. A bare word may not start with one: `name:'Acme GmbH'` would be cut at the space. */
const foreignQuotes = codes("'‘’‚‛“”„‟«»‹›`");
const operators = codes(":=!<>~^");
const groupers = codes('(),"');
const space = /\s/;

export const DOT = 46;
export const MINUS = 45;
export const QUOTE = 34;
export const BACKSLASH = 92;
export const OPEN = 40;
export const COLON = 58;

export const isForeignQuote = (character: number) => foreignQuotes.has(character);
export const isOperator = (character: number) => operators.has(character);
export const isSpace = (character: number) =>
  character === 32 || (character >= 9 && character <= 13) || (character >= 160 && space.test(String.fromCharCode(character)));

/** May stand in an unquoted value: all but spaces, parentheses, commas and double quotes. The end of the text is -1. */
export const isValuePart = (character: number) => character >= 0 && !groupers.has(character) && !isSpace(character);

/** May stand in an unquoted word or name: as in a value, but no operator. */
export const isWordPart = (character: number) => isValuePart(character) && !operators.has(character);

function codes(text: string): ReadonlySet<number> {
  return new Set(text.split("").map((character) => character.charCodeAt(0)));
}

/** The first character that a database cannot store in a text. */
export function findInvalidCharacter(text: string): { at: number; message: string } | undefined {
  const zero = text.indexOf("\0");
  if (zero >= 0) return { at: zero, message: "A filter cannot contain the character U+0000." };
  if (text.isWellFormed()) return undefined;
  const whole = text.toWellFormed();
  let at = 0;
  while (whole.charCodeAt(at) === text.charCodeAt(at)) at++;
  return { at, message: "A filter cannot contain half a character. Was the text cut?" };
}
