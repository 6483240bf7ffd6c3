/** Whether bytes are a text: in UTF-8 or UTF-16, or in an older encoding of Europe, as Excel still writes CSV. */
export function readsAsText(head: Buffer): boolean {
  if (head.length === 0) return false;
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  // In every one of those encodings these bytes are control characters, which no text has. Tab, line ends, form feed and escape are left out.
  return !head.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32) || byte === 127);
}
