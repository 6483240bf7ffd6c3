import * as is from "../grammar/characters.ts";

/** Words that join or negate, in capitals. In small letters they are words to search for, so the printer quotes them. */
const RESERVED_WORDS = new Set(["and", "or", "not", "&&", "||", "&", "|"]);
const RESERVED_NAMES = new Set(["AND", "OR", "NOT", "has", "no", "is"]);

/** `[]`, `{"and":…}`, not `[urgent] call`: a filter sent as a string that begins so is JSON, and never text. */
const JSON_START = /^\s*[{[]\s*["{[\]}]/;

export const beginsLikeJson = (filter: string) => JSON_START.test(filter);

/** Quotes a word, unless it reads as the same word without. */
export function spellWord(text: string): string {
  const isPlain = isBareWord(text) && !text.startsWith("..") && !RESERVED_WORDS.has(text.toLowerCase());
  return isPlain ? text : quote(text);
}

/** The same for one name of a path. */
export function spellName(name: string): string {
  const isPlain = isBareWord(name) && !name.includes(".") && !RESERVED_NAMES.has(name);
  return isPlain ? name : quote(name);
}

/** The same for a value. A dot at an end would run into the dots of a range. */
export function spellValue(text: string): string {
  const isPlain = isBare(text, is.isValuePart) && !text.includes("..") && !text.startsWith(".") && !text.endsWith(".");
  return isPlain && !is.isOperator(text.charCodeAt(0)) ? text : quote(text);
}

export const spellPath = (path: readonly string[]) => path.map(spellName).join(".");

const isBareWord = (text: string) => isBare(text, is.isWordPart) && !/^[-[{]/.test(text);

function isBare(text: string, isPart: (character: number) => boolean): boolean {
  if (text === "" || is.isForeignQuote(text.charCodeAt(0))) return false;
  for (let at = 0; at < text.length; at++) if (!isPart(text.charCodeAt(at))) return false;
  return true;
}

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** What stands between the quotes, or undefined when they are not closed. A backslash is only special before `"` and `\`. */
export function unquote(quoted: string): string | undefined {
  let text = "";
  for (let at = 1; at < quoted.length; at++) {
    const character = quoted.charAt(at);
    if (character === '"') return at === quoted.length - 1 ? text : undefined;
    const next = quoted.charAt(at + 1);
    const isEscape = character === "\\" && (next === '"' || next === "\\");
    text += isEscape ? next : character;
    if (isEscape) at++;
  }
  return undefined;
}
