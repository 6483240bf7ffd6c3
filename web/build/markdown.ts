import { Marked } from "marked";
import type { Plugin } from "vite";

const marked = new Marked({
  renderer: {
    // Long lines scroll, and what scrolls must be reachable with the keyboard.
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
    },
    heading({ tokens, depth, text }) {
      // The page's frame shows the title already.
      if (depth === 1) return "";
      const anchor = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>`;
    },
  },
});

/** Turns an imported Markdown file into its HTML while building, so that no parser reaches the browser. */
export function markdown(): Plugin {
  return {
    name: "kith-markdown",
    async transform(source, id) {
      if (!id.endsWith(".md")) return null;
      return { code: `export const html = ${JSON.stringify(await marked.parse(source))};`, map: null };
    },
  };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
