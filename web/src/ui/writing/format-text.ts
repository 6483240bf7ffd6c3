/** A part of a text that is written over, and what is selected then. */
interface TextEdit {
  from: number;
  to: number;
  text: string;
  select: [from: number, to: number];
}

type Format = (text: string, from: number, to: number) => TextEdit;

/** Puts the marks around what is selected, or takes them away. */
const around =
  (mark: string): Format =>
  (text, selectedFrom, selectedTo) => {
    const chosen = text.slice(selectedFrom, selectedTo);
    // A space between the mark and the word would make it no mark.
    const from = selectedFrom + (chosen.length - chosen.trimStart().length);
    const to = Math.max(from, selectedTo - (chosen.length - chosen.trimEnd().length));
    const inside = text.slice(from, to);
    const has = (begin: number, end: number) =>
      isMark(text, begin, mark, -1) && isMark(text, end, mark, 1) && text.slice(begin - mark.length, begin) === mark;
    if (has(from, to) && text.slice(to, to + mark.length) === mark)
      return { from: from - mark.length, to: to + mark.length, text: inside, select: [from - mark.length, to - mark.length] };
    return { from, to, text: `${mark}${inside}${mark}`, select: [from + mark.length, to + mark.length] };
  };

/** One asterisk beside a place is italic, two are bold, three are both. */
function isMark(text: string, at: number, mark: string, side: 1 | -1): boolean {
  let count = 0;
  while (text[side > 0 ? at + count : at - 1 - count] === mark[0]) count++;
  return count === mark.length || count === 3;
}

const BULLET = /^(\s*)(?:[-*+]|\d+[.)]) /;

/** Makes list items of the lines in which something is selected, or lines of list items. */
const list: Format = (text, selectedFrom, selectedTo) => {
  const from = text.lastIndexOf("\n", selectedFrom - 1) + 1;
  const next = text.indexOf("\n", selectedTo);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isList = lines.every((line) => BULLET.test(line));
  const changed = lines.map((line) => (isList ? line.replace(BULLET, "$1") : BULLET.test(line) ? line : `- ${line}`)).join("\n");
  const end = from + changed.length;
  return { from, to, text: changed, select: [selectedFrom === selectedTo ? end : from, end] };
};

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/;

/** What is selected gets an address, or an address gets a text: the cursor stands where the other part is missing. */
const link: Format = (text, from, to) => {
  const inside = text.slice(from, to);
  if (ADDRESS.test(inside)) return { from, to, text: `[](${inside})`, select: [from + 1, from + 1] };
  const at = inside === "" ? from + 1 : from + inside.length + 3;
  return { from, to, text: `[${inside}]()`, select: [at, at] };
};

export const FORMATS = { bold: around("**"), italic: around("*"), list, link } as const;
export type FormatName = keyof typeof FORMATS;
