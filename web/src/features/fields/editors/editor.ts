import type { PickerItem, Then } from "../../../ui/picker.tsx";
import type { Field } from "../../types/index.ts";

export interface EditorProps {
  field: Field;
  /** As the service shows it. */
  value: unknown;
  /** With the new value, also when it is the old one; then says which way the keyboard went. */
  onSave: (value: unknown, then: Then) => void;
  onCancel: () => void;
  /** What was typed to begin with: it stands in place of the value. */
  typed?: string | undefined;
  /** A box of its own, or borderless inside the cell that frames it. */
  look: "cell" | "form";
  /** In a dialog: this is where the cursor goes when it opens. */
  isFirst?: boolean;
  /** A record that is not offered: the one that is being edited itself. */
  except?: string;
}

/** The items whose words begin as typed come first, then those that contain it. */
export function found(items: PickerItem[], query: string): PickerItem[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return items;
  const contains = items.filter((item) => item.text.toLowerCase().includes(wanted));
  const begins = (item: PickerItem) =>
    item.text
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted));
  return [...contains.filter(begins), ...contains.filter((item) => !begins(item))];
}

const started = new WeakSet<Element>();

/** Puts the cursor into an editor when it opens: content selected, so that typing replaces it; what was typed already is continued. */
export function start(node: HTMLInputElement | HTMLTextAreaElement | null, typed: string | undefined): void {
  if (!node || started.has(node)) return;
  started.add(node);
  node.focus({ preventScroll: true });
  if (typed === undefined) node.select();
  else node.setSelectionRange(node.value.length, node.value.length);
}
