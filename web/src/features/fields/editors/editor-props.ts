import type { Then } from "../../../ui/picker.tsx";
import type { Field } from "../../types/types.ts";

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
