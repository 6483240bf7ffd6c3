import { Marked, type Token } from "marked";
import type { Plugin } from "vite";
import { readExamples, type ExampleBlock } from "./examples.ts";

const marked = new Marked({
  renderer: {
    // Long lines scroll, so the block must be focusable with the keyboard.
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
    },
    heading({ tokens, depth, text }) {
      // The page already shows the title.
      if (depth === 1) return "";
      const anchor = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
  },
});

/**
 * Turns imported Markdown into HTML at build time, so that no parser is sent to the browser: as one text, with and without its title, as
 * sections separated by the filters that a reader can try, and as the code under each heading. What a page does not import is left out of the
 * build.
 */
export function markdown(): Plugin {
  return {
    name: "kith-markdown",
    transform(source, id) {
      if (!id.endsWith(".md")) return null;
      const tokens = marked.lexer(source);
      const html = marked.parser(tokens);
      const exported = { html, page: { title: titleOf(tokens), html }, sections: sectionsOf(tokens), examples: codeOf(tokens) };
      const lines = Object.entries(exported).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { code: lines.join("\n"), map: null };
    },
  };
}

function titleOf(tokens: Token[]): string {
  const first = tokens.find((token) => token.type === "heading");
  return first?.type === "heading" ? String(first["text"]) : "";
}

function sectionsOf(tokens: Token[]): ({ html: string } | ExampleBlock)[] {
  const sections: ({ html: string } | ExampleBlock)[] = [];
  let text: Token[] = [];
  const close = () => {
    if (text.length > 0) sections.push({ html: marked.parser(text) });
    text = [];
  };
  for (const token of tokens) {
    const examples = token.type === "code" ? readExamples(String(token["lang"] ?? ""), String(token["text"])) : undefined;
    if (!examples) text.push(token);
    else {
      close();
      sections.push(examples);
    }
  }
  close();
  return sections;
}

/** Blocks of code with the section and the heading each stands under. */
function codeOf(tokens: Token[]): { section: string; title: string; code: string }[] {
  const blocks: { section: string; title: string; code: string }[] = [];
  let [section, title] = ["", ""];
  for (const token of tokens) {
    if (token.type === "heading") {
      title = String(token["text"]);
      if (token["depth"] === 2) section = title;
    } else if (token.type === "code") blocks.push({ section, title, code: String(token["text"]) });
  }
  return blocks;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
