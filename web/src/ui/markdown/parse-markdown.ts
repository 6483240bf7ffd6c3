import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import { type Href, hrefOf } from "./href.ts";

export type Inline =
  | { kind: "plain"; text: string }
  | { kind: "strong" | "em" | "del"; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; to: Href; isBare: boolean; children: Inline[] }
  | { kind: "break" };

export interface Item {
  /** Undefined: not an item to be ticked. */
  isDone: boolean | undefined;
  blocks: Block[];
}

export type Block =
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; start: number | undefined; items: Item[] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

/**
 * The tree of a small part of Markdown: plain values, out of which only known elements are made. Everything else, HTML and images among it,
 * stays the text that it was. `origin` is that of the installation.
 */
export function parseMarkdown(text: string, origin: string): Block[] {
  const asItIs: Block[] = [{ kind: "paragraph", children: [{ kind: "plain", text }] }];
  if (ENDLESS.test(text)) return asItIs;
  try {
    return blocksOf(lexer().lex(text), origin);
  } catch {
    // Whatever the parser cannot read is still a text.
    return asItIs;
  }
}

/** The parser looks at the rest of a word from each of its characters: one of 20,000 takes a second. No address is as long. */
const ENDLESS = /\S{2001}|[^\S\n]{2001}/;

const MAX_DEPTH = 8;
/** No emphasis is written with as many. Lines of asterisks are. */
const LONG_RUN = /^([*_~])\1{3}/;

function lexer(): Lexer {
  const base = new Tokenizer();
  let depth = 0;
  /** A text of 20,000 ">" would nest that deep, and take seconds. */
  const bounded = <T>(read: (src: string) => T | undefined) =>
    function (this: Tokenizer, src: string): T | undefined {
      if (depth >= MAX_DEPTH) return undefined;
      depth++;
      try {
        return read.call(this, src);
      } finally {
        depth--;
      }
    };
  const none = () => undefined;
  const tokenizer = Object.assign(new Tokenizer(), {
    // What is not in our part: its text goes on to the next rule, and ends as text.
    html: none,
    tag: none,
    def: none,
    reflink: none,
    lheading: none,
    table: none,
    // Four spaces at the beginning of a line are four spaces.
    code: none,
    blockquote: bounded(base.blockquote),
    list: bounded(base.list),
    // `2*3*4` is a product, as `snake_case_name` is a name.
    emStrong(this: Tokenizer, src: string, masked: string, before = "") {
      return LONG_RUN.test(src) || /[\p{L}\p{N}]/u.test(before) ? undefined : base.emStrong.call(this, src, masked, before);
    },
  });
  return new Lexer({ gfm: true, breaks: true, tokenizer });
}

const blocksOf = (tokens: Token[], origin: string): Block[] => tokens.flatMap((token) => blockOf(token as Tokens.Generic, origin));

function blockOf(token: Tokens.Generic, origin: string): Block[] {
  const children = () => inlinesOf(token.tokens ?? [], origin);
  switch (token.type) {
    case "space":
    case "checkbox":
      return [];
    case "hr":
      return [{ kind: "rule" }];
    case "code":
      return [{ kind: "code", text: (token as Tokens.Code).text }];
    case "heading":
      return [{ kind: "heading", level: (token as Tokens.Heading).depth, children: children() }];
    case "blockquote":
      return [{ kind: "quote", blocks: blocksOf(token.tokens ?? [], origin) }];
    case "list":
      return [listOf(token as Tokens.List, origin)];
    case "paragraph":
    case "text":
      return [{ kind: "paragraph", children: token.tokens ? children() : [{ kind: "plain", text: token.raw }] }];
    default:
      return [{ kind: "paragraph", children: [{ kind: "plain", text: token.raw }] }];
  }
}

function listOf({ ordered, start, items }: Tokens.List, origin: string): Block {
  return {
    kind: "list",
    start: ordered ? Number(start) : undefined,
    items: items.map((item) => ({ isDone: item.task ? item.checked === true : undefined, blocks: blocksOf(item.tokens, origin) })),
  };
}

function inlinesOf(tokens: Token[], origin: string): Inline[] {
  const all = tokens.flatMap((token) => inlineOf(token as Tokens.Generic, origin));
  const joined: Inline[] = [];
  for (const one of all) {
    const before = joined.at(-1);
    // A name that is looked for later must not lie in two parts.
    if (one.kind === "plain" && before?.kind === "plain") joined[joined.length - 1] = { kind: "plain", text: before.text + one.text };
    else joined.push(one);
  }
  return joined;
}

function inlineOf(token: Tokens.Generic, origin: string): Inline[] {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return [{ kind: token.type, children: inlinesOf(token.tokens ?? [], origin) }];
    case "codespan":
      return [{ kind: "code", text: (token as Tokens.Codespan).text }];
    case "br":
      return [{ kind: "break" }];
    case "escape":
      return [{ kind: "plain", text: (token as Tokens.Escape).text }];
    case "checkbox":
      return [];
    case "link":
      return linkOf(token as Tokens.Link, origin);
    case "text":
      return token.tokens ? inlinesOf(token.tokens, origin) : [{ kind: "plain", text: token.raw }];
    default:
      return [{ kind: "plain", text: token.raw }];
  }
}

/** A link that does not lead to a page or a mail program is the text that it was. */
function linkOf({ href, raw, tokens, autolink }: Tokens.Link, origin: string): Inline[] {
  const to = hrefOf(href, origin);
  if (!to) return [{ kind: "plain", text: raw }];
  return [{ kind: "link", to, isBare: autolink === true, children: inlinesOf(tokens, origin) }];
}
