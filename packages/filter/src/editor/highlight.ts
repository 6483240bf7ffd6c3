import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { treeOf } from "./tree.ts";

/** What a part of a filter is, for its colour. */
export type StretchKind = "field" | "operator" | "value" | "number" | "date" | "word" | "wrong" | "plain";

export interface Stretch {
  from: number;
  to: number;
  kind: StretchKind;
}

const KINDS = tagHighlighter([
  { tag: [tags.propertyName, tags.function(tags.name), tags.operatorKeyword], class: "field" },
  { tag: [tags.compareOperator, tags.logicOperator, tags.separator, tags.paren], class: "operator" },
  { tag: [tags.string, tags.atom, tags.special(tags.name)], class: "value" },
  { tag: tags.number, class: "number" },
  { tag: tags.special(tags.literal), class: "date" },
  { tag: tags.content, class: "word" },
  { tag: tags.invalid, class: "wrong" },
]);

/** Splits a filter into parts with their kinds. Together they are the whole text. */
export function highlight(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  highlightTree(treeOf(text), KINDS, (from, to, kind) => {
    if (from > end) stretches.push({ from: end, to: from, kind: "plain" });
    stretches.push({ from, to, kind: kind as StretchKind }); // the classes above are the kinds
    end = to;
  });
  if (end < text.length) stretches.push({ from: end, to: text.length, kind: "plain" });
  return stretches;
}
