import { safeHtml } from "./safe-html.ts";

const BLOCKS = new Set(
  "address article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
/** An empty line stands around these. */
const APART = new Set("p h1 h2 h3 h4 h5 h6 blockquote ul ol table pre".split(" "));
const VOID = new Set("br hr img col wbr".split(" "));
const MAX_DEEP = 200;

/** The words of an HTML mail, for search, previews, assistants and people who read plain text. What the writer hid is left out. */
export const textOf = (html: string) => textOfSafe(safeHtml(html));

/** Of HTML that safeHtml wrote: each tag is whole and each "<" of the text is escaped, so one pass over the tags is enough. */
export function textOfSafe(html: string): string {
  const written = paper();
  const quotes: number[] = [];
  let depth = 0;
  let hiddenAt = Infinity;
  let from = 0;
  for (const tag of html.matchAll(/<(\/?)([a-z0-9]+)((?:"[^"]*"|[^">])*)>/g)) {
    const [all, slash, name = "", attributes = ""] = tag;
    if (depth < hiddenAt) written.text(html.slice(from, tag.index), quotes.length);
    from = tag.index + all.length;
    if (VOID.has(name)) {
      if (depth < hiddenAt) written.empty(name, attributes);
      continue;
    }
    if (slash === "") depth++;
    if (depth < hiddenAt && BLOCKS.has(name)) written.apart(APART.has(name) ? 2 : 1);
    if (slash === "" && (name === "td" || name === "th")) written.text(" ", quotes.length);
    if (slash === "" && hiddenAt === Infinity && isHidden(attributes)) hiddenAt = depth;
    if (name === "blockquote" && slash === "" && quotes.length < MAX_DEEP) quotes.push(depth);
    if (name === "li" && slash === "" && depth < hiddenAt) written.text("- ", quotes.length);
    if (slash !== "") {
      if (quotes.at(-1) === depth) quotes.pop();
      if (depth === hiddenAt) hiddenAt = Infinity;
      depth--;
    }
  }
  if (depth < hiddenAt) written.text(html.slice(from), quotes.length);
  return written.read();
}

const isHidden = (attributes: string) => /\bstyle="[^"]{0,4000}\bdisplay:none/.test(attributes);

/** Lines that are being written: white space is one space, and between blocks there are as many line ends as the larger block asks for. */
function paper() {
  const lines: string[] = [];
  let line = "";
  let wanted = 0;
  const put = (text: string, quotes: number) => {
    for (; wanted > 0; wanted--) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += line === "" ? `${quotes > 0 ? `${">".repeat(quotes)} ` : ""}${text.trimStart()}` : text;
  };
  return {
    text(html: string, quotes: number) {
      const text = unescaped(html).replaceAll(SPACES, " ");
      if (text === "" || (text === " " && (line === "" || wanted > 0))) return;
      put(text, quotes);
    },
    apart(ends: number) {
      if (line !== "") wanted = Math.max(wanted, ends);
    },
    empty(name: string, attributes: string) {
      if (name === "br") wanted = Math.min(wanted + 1, 3);
      if (name === "hr") wanted = Math.max(wanted, 2);
      const alt = name === "img" ? /\balt="([^"]{1,200})"/.exec(attributes)?.[1] : undefined;
      if (alt !== undefined && alt.trim() !== "") put(`[${unescaped(alt).trim()}]`, 0);
    },
    read: () => [...lines, line.trimEnd()].join("\n").trim(),
  };
}

/** Newsletters fill their previews with characters of no width. */
const SPACES = /(?:[\s\u00a0\u200b\u200c\u00ad]|\u034f)+/g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot);/g, (all, name: string) => ENTITIES[name] ?? all);
