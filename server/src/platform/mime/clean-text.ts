// Text of strangers holds characters that PostgreSQL refuses (NUL), that JSON cannot carry (half of a surrogate pair), or that change what
// stands beside them on a screen (controls, and marks that turn the direction of writing).

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const DIRECTIONS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A text of several lines: line ends as "\n", without controls, at most `max` characters. */
export const cleanText = (text: string, max: number) => cut(text.replaceAll(/\r\n?/g, "\n").replaceAll(CONTROLS, ""), max);

/** A text of one line, such as a subject or a name. */
export const cleanLine = (text: string, max: number) =>
  cut(
    text
      .slice(0, max * 4)
      .replaceAll(CONTROLS, " ")
      .replaceAll(DIRECTIONS, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
    max,
  );

const cut = (text: string, max: number) => (text.length > max ? text.slice(0, max) : text).toWellFormed();
