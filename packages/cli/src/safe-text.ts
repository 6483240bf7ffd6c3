// Control characters, among them the escape that moves the cursor or renames the window; and the marks that turn the direction of writing
// round, with which a text can look like another one.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const SHORT: { [character: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escape = (character: string) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text that others wrote, as a terminal can show it: one line, and no character that a terminal obeys. */
export const safeText = (text: string) => text.replaceAll(UNSAFE, escape);

/** JSON in which nothing is left that a terminal obeys. JSON itself escapes only the first 32 characters. */
export const safeJson = (value: unknown, indent?: number) => {
  const text = JSON.stringify(value, null, indent);
  return indent ? text.split("\n").map(safeText).join("\n") : safeText(text);
};
