import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, type Inline, parseMarkdown } from "./parse-markdown.ts";

const ORIGIN = "https://crm.example.com";
const parse = (text: string) => parseMarkdown(text, ORIGIN);

/** The tree in one line: what is an element has its name, what is text stands as it is. */
const inlines = (all: Inline[]): string =>
  all
    .map((one) => {
      if (one.kind === "plain") return one.text;
      if (one.kind === "break") return "⏎";
      if (one.kind === "code") return `code(${one.text})`;
      if (one.kind === "link") return `link(${one.to.href}${one.to.ownPath === undefined ? "" : " own"}: ${inlines(one.children)})`;
      return `${one.kind}(${inlines(one.children)})`;
    })
    .join("");
const shown = (blocks: Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === "paragraph") return inlines(block.children);
      if (block.kind === "heading") return `h${block.level}(${inlines(block.children)})`;
      if (block.kind === "quote") return `quote(${shown(block.blocks)})`;
      if (block.kind === "code") return `pre(${block.text})`;
      if (block.kind === "rule") return "rule";
      const items = block.items.map(
        ({ isDone, blocks: content }) => `${isDone === undefined ? "" : isDone ? "[x] " : "[ ] "}${shown(content)}`,
      );
      return `${block.start === undefined ? "ul" : `ol${block.start}`}(${items.join(" | ")})`;
    })
    .join(" ¶ ");

const as = (text: string) => shown(parse(text));

test("the part of Markdown that is shown", () => {
  for (const [text, tree] of [
    ["**bold** and *italic*, __both__ _ways_, ~~gone~~", "strong(bold) and em(italic), strong(both) em(ways), del(gone)"],
    ["**bold *and italic* too**", "strong(bold em(and italic) too)"],
    ["- one\n- two\n  - deeper\n\nafter", "ul(one | two ¶ ul(deeper)) ¶ after"],
    ["3. three\n4. four", "ol3(three | four)"],
    ["- [ ] call\n- [x] send", "ul([ ] call | [x] send)"],
    ["# Title\n### Part", "h1(Title) ¶ h3(Part)"],
    ["> said\n> so\n\nnot", "quote(said⏎so) ¶ not"],
    ["`a*b*` and\n```sql\nselect *\n```", "code(a*b*) and ¶ pre(select *)"],
    ["[the offer](https://files.example/a_b?x=1&y=2)", "link(https://files.example/a_b?x=1&y=2: the offer)"],
    ["see https://files.example/a_b.", "see link(https://files.example/a_b: https://files.example/a_b)."],
    ["write to mara@fernhill.example", "write to link(mailto:mara@fernhill.example: mara@fernhill.example)"],
    ["[deals](/records/deal)", "link(https://crm.example.com/records/deal own: deals)"],
    [`${ORIGIN}/inbox?x=1`, `link(${ORIGIN}/inbox?x=1 own: ${ORIGIN}/inbox?x=1)`],
    [`${ORIGIN}/api/v1/docs`, `link(${ORIGIN}/api/v1/docs: ${ORIGIN}/api/v1/docs)`],
    ["above\n\n---\n\nbelow", "above ¶ rule ¶ below"],
  ] as const)
    assert.equal(as(text), tree, text);
});

test("what people write without thinking of Markdown stays as it is", () => {
  for (const text of [
    "#12 is late, #3 is not",
    "snake_case_name and file_name_2.txt",
    "2*3*4 = 24, 3 * 4 = 12",
    "5 > 3 and 2 < 4, R&D &amp; more",
    "C:\\Users\\mara",
    "    four spaces",
    "[see above] and [1]",
    "a | b | c\nd | e | f".replace("\n", " "),
    "😀 ünïcode — “quotes”",
  ])
    assert.equal(as(text), text, text);
  assert.equal(as("one\ntwo\n\nthree"), "one⏎two ¶ three", "line breaks are kept");
  assert.equal(as("Anneke\n---"), "Anneke ¶ rule", "a line under a text does not make it a heading");
  assert.equal(as("[a]: https://a.example"), "[a]: link(https://a.example/: https://a.example)", "a definition does not vanish");
});

test("nothing leads anywhere but to pages and mail programs, and no image or HTML is one", () => {
  for (const text of [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](\\u006aavascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](//evil.example)",
    "[x](/\\evil.example)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://crm.example.com/1)",
    "[x](relative/path)",
    "<javascript:alert(1)>",
    "![x](https://evil.example/pixel.png)",
    "[![x](https://evil.example/pixel.png)](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<b>bold</b>",
    "<!-- hidden -->",
    '<a href="https://evil.example">x</a>'.replace("https://evil.example", "#"),
  ]) {
    const kinds = JSON.stringify(parse(text));
    assert.doesNotMatch(kinds, /"kind":"(link|image|html)"/, text);
  }
  // What is written about a link that is none is told, and not lost.
  assert.equal(as("[x](javascript:alert(1))"), "[x](javascript:alert(1))");
  assert.equal(as("![x](https://evil.example/p.png)"), "![x](https://evil.example/p.png)");
  assert.equal(as("<script>alert(1)</script>"), "<script>alert(1)</script>");
});

test("no text is too much for the parser: it does not nest without end, and does not read a word without end", () => {
  const full = (part: string) => `${part.repeat(20_000 / part.length)}a`;
  for (const part of [">", "> ", "**a ", "- ", "1. ", "_a ", "\n> - ", "* > "]) {
    const tree = parse(full(part));
    assert.ok(tree.length > 0 && depthOf(tree) <= 40, `${part}: ${depthOf(tree)} deep`);
  }
  // Each of them took a second.
  for (const part of ["*", "a**b", "[", "__a", " "])
    assert.deepEqual(parse(full(part)), [{ kind: "paragraph", children: [{ kind: "plain", text: full(part) }] }]);
});

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one))) : 0;
