/** The first parenthesis that opens more than `limit` levels, if any. */
export function tooDeep(text: string, limit: number): number | undefined {
  return openings(text, limit + 1)[limit];
}

/** The innermost parenthesis that is still open at the end, if any. */
export function unclosed(text: string): number | undefined {
  return openings(text, Infinity).at(-1);
}

/** The positions of the open parentheses, at the end of the text or once there are `enough` of them. Quoted text is skipped, as in the tokenizer. */
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
