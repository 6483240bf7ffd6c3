import type { Tree } from "@lezer/common";
import { filterParser } from "./parser.ts";

/** About one for each token. Recovering from three thousand errors takes 250 ms, and nobody wants the colours of such a text. */
const MAX_STEPS = 500;

/** A part of a text with nothing smaller in it: a word, a name, an operator, a parenthesis. */
export interface Token {
  name: string;
  from: number;
  to: number;
}

/** The editor's tree of any text; of a text with very many errors, only the tree of its start. */
export function treeOf(text: string): Tree {
  const parse = filterParser.startParse(text);
  for (let step = 0; ; step++) {
    const tree = parse.advance();
    if (tree) return tree;
    if (step === MAX_STEPS) parse.stopAt(parse.parsedPos);
  }
}

/** The tokens of a text; undefined for a text with too many errors. */
export function tokensOf(text: string): Token[] | undefined {
  const tree = treeOf(text);
  if (tree.length < text.length) return undefined;
  const tokens: Token[] = [];
  tree.iterate({
    enter({ name, from, to, node }) {
      if (from < to && !node.firstChild) tokens.push({ name, from, to });
    },
  });
  return tokens;
}
