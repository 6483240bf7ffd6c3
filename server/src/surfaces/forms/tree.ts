import { escapeHtml } from "../../platform/escape-html.ts";

/** Markup as data: tag, attributes, content. The page writes it as HTML; the script of a website makes elements of the same. */
export type Tree = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...content: Tree[]];

/** True stands for an attribute without a value; what is not given is left out. */
type Given = Readonly<Record<string, string | boolean | null | undefined>>;

export function element(tag: string, given: Given, ...content: (Tree | false | null | undefined)[]): Tree {
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === true) attributes[name] = "";
    else if (typeof value === "string") attributes[name] = value;
  }
  return [tag, attributes, ...content.filter((one): one is Tree => Boolean(one))];
}

const EMPTY = new Set(["input", "link", "meta"]);

export function toHtml(tree: Tree): string {
  if (typeof tree === "string") return escapeHtml(tree);
  const [tag, attributes, ...content] = tree;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  // A new line right after <textarea> is not part of its text.
  const inner = (tag === "textarea" ? "\n" : "") + content.map(toHtml).join("");
  return `<${tag}${written.join("")}>${EMPTY.has(tag) ? "" : `${inner}</${tag}>`}`;
}
