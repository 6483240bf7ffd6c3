/** The first parenthesis that opens more than `most` levels, if any. */
export function tooDeep(text: string, most: number): number | undefined {
  return openings(text, most + 1)[most];
}

/** The innermost parenthesis that is still open at the end, if any. */
export function unclosed(text: string): number | undefined {
  return openings(text, Infinity).at(-1);
}

/** Where the open parentheses are, at the end or once there are `enough` of them. Quotes are passed over as the tokenizer does. */
function openings(text: string, enough: number): number[] {
  const open: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length && open.length < enough; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "(") open.push(at);
    else if (!isQuoted && character === ")") open.pop();
  }
  return open;
}
