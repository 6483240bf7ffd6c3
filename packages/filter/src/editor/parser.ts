import { styleTags, tags } from "@lezer/highlight";
import { parser } from "../grammar/parser.generated.ts";

/** The parser for an editor, with the colours of each part. It accepts any text; errors are nodes of the tree. */
export const filterParser = parser.configure({
  props: [
    styleTags({
      "Word Phrase": tags.content,
      "Name QuotedName": tags.propertyName,
      "Dot Comma": tags.separator,
      "Operator Dots": tags.compareOperator,
      "Minus AndWord OrWord NotWord": tags.logicOperator,
      "PresenceWord FlagWord": tags.operatorKeyword,
      "Quantifier CountWord": tags.function(tags.name),
      "Open Close": tags.paren,
      "Flag/Name": tags.atom,
      "Bare String": tags.string,
      Number: tags.number,
      Date: tags.special(tags.literal),
      Person: tags.special(tags.name),
      "UnknownOperator UnknownCallWord": tags.invalid,
    }),
  ],
});
