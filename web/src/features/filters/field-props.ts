import type { CompletionOption } from "@kith/filter/editor";
import type { Ref, RefObject } from "react";
import type { Slip } from "./editor-parts.ts";
import type { FilterLanguage } from "./language.ts";
import type { Menu } from "./menu.ts";

/** What the plain field and the editor have in common: the one stands in until the other is loaded. */
export interface FieldProps {
  text: string;
  label: string;
  placeholder: string;
  /** Ids of what is said about the text. */
  describedBy: string | undefined;
  isWrong: boolean;
  onText: (text: string) => void;
  onCaret: (position: number) => void;
  onEnter: () => void;
  onEscape: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

export interface EditorProps extends FieldProps {
  language: FilterLanguage | undefined;
  slips: readonly Slip[];
  menuId: string;
  /** Where the plain field was left: the editor goes on from there. */
  start: RefObject<FieldStart>;
  onMenu: (menu: Menu | null) => void;
  /** Tab without a menu. True when there was an error to fix. */
  onFix: () => boolean;
  /** Tab with nothing to accept or fix. True when it was used: the focus stays. */
  onTab: (text: string) => boolean;
  ref: Ref<EditorHandle>;
}

export interface FieldStart {
  hasFocus: boolean;
  caret: number;
}

export interface EditorHandle {
  focus: () => void;
  leave: () => void;
  /** Puts another text in place of this one, as one step that can be undone. */
  write: (text: string) => void;
  choose: (option: CompletionOption) => void;
  point: (active: number) => void;
  /** Where on the screen a place in the text is, in pixels from the left. */
  leftOf: (position: number) => number;
}
