/** The first character that a database cannot store in a text. */
export function findUnusable(text: string): { at: number; message: string } | undefined {
  const zero = text.indexOf("\0");
  if (zero >= 0) return { at: zero, message: "A filter cannot hold the character U+0000." };
  if (text.isWellFormed()) return undefined;
  const whole = text.toWellFormed();
  let at = 0;
  while (whole.charCodeAt(at) === text.charCodeAt(at)) at++;
  return { at, message: "A filter cannot hold half a character. Was the text cut?" };
}
