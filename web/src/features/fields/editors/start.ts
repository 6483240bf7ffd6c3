const started = new WeakSet<Element>();

/** Puts the cursor into an editor when it opens: content selected, so that typing replaces it; what was typed already is continued. */
export function start(node: HTMLInputElement | HTMLTextAreaElement | null, typed: string | undefined): void {
  if (!node || started.has(node)) return;
  started.add(node);
  node.focus({ preventScroll: true });
  if (typed === undefined) node.select();
  else node.setSelectionRange(node.value.length, node.value.length);
}
