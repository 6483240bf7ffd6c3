import { escapeHtml } from "../../platform/escape-html.ts";

/** Our guides as HTML: headings, paragraphs, lists, tables, code and links. Whatever else is in the text is shown as text. */
export function renderMarkdown(markdown: string): string {
  // Every second part is the inside of a code block.
  const parts = markdown.split(/^```.*\n([\s\S]*?)^```[ \t]*$/m);
  return parts.map((part, at) => (at % 2 === 1 ? `<pre tabindex="0">${escapeHtml(part)}</pre>` : blocksOf(part))).join("");
}

const blocksOf = (text: string) =>
  text
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map(block)
    .join("");

function block(text: string): string {
  const heading = /^(#{1,3}) (.+)$/.exec(text);
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] ?? "")}</h${heading[1]?.length}>`;
  if (text.startsWith("|")) return table(text.split("\n"));
  if (text.startsWith("- ")) return `<ul>${items(text, /^- /gm)}</ul>`;
  if (/^\d+\. /.test(text)) return `<ol>${items(text, /^\d+\. /gm)}</ol>`;
  return `<p>${inline(text)}</p>`;
}

const items = (text: string, mark: RegExp) =>
  text
    .split(mark)
    .filter(Boolean)
    .map((item) => `<li>${inline(item.trim())}</li>`)
    .join("");

function table([head = "", , ...rows]: string[]): string {
  const cells = (row: string, tag: "td" | "th") =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<table><thead><tr>${cells(head, "th")}</tr></thead><tbody>${body}</tbody></table>`;
}

/** Every second part is code, in which nothing has a meaning. */
const inline = (text: string) =>
  escapeHtml(text)
    .split("`")
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : links(part)))
    .join("");

const links = (text: string) =>
  text
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/\[([^[\]]+)\]\((\/[^)\s]*|https:[^)\s]*)\)/g, '<a href="$2">$1</a>');
