/**
 * Writes over a part of a text field as if it were typed: the browser's own undo takes it back, and the field's owner hears of it.
 */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, and still the only way that keeps the field's undo.
  // oxlint-disable-next-line typescript/no-deprecated
  if (text !== "" && document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
