import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../platform/root.ts";
import { REST_PREFIX } from "../rest/routes.ts";
import { renderMarkdown } from "./markdown.ts";
import { documentPage } from "./reference.ts";

/** The files of docs/guides, in the order in which people need them. */
export const GUIDES = ["clients", "mcp", "sync", "programs", "pagination", "filters", "errors", "limits", "versions"] as const;

const FOLDER = join(ROOT, "docs/guides");

/** Texts that have pages of their own in the web application, which a program cannot read: as Markdown too. */
export const TEXTS = [
  { name: "filter-syntax", file: "packages/filter/SYNTAX.md" },
  { name: "webhooks", file: "docs/webhooks.md" },
] as const;

interface Text {
  name: string;
  title: string;
  markdown: string;
}

/** These texts, with the addresses of this service. */
export const readTexts = (baseUrl: string): Text[] =>
  TEXTS.map(({ name, file }) => {
    const markdown = readFileSync(join(ROOT, file), "utf8")
      .replaceAll("https://kith.example", baseUrl)
      .replaceAll(/\]\(guides\/([a-z-]+)\.md\)/g, `](${baseUrl}${REST_PREFIX}/docs/$1.md)`);
    return { name, markdown, title: titleOf(markdown, name) };
  });

const titleOf = (markdown: string, name: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? name;

interface Guide extends Text {
  page: string;
}

/** The guides as Markdown and as pages. `{base_url}` in them becomes the address of this service. */
export function readGuides(baseUrl: string): Guide[] {
  const texts = GUIDES.map((name) => {
    const markdown = withPrograms(readFileSync(join(FOLDER, `${name}.md`), "utf8")).replaceAll("{base_url}", baseUrl);
    return { name, markdown, title: titleOf(markdown, name) };
  });
  return texts.map((guide) => ({ ...guide, page: documentPage(guide.title, navigation(texts), renderMarkdown(guide.markdown)) }));
}

/** A link to a program that stands alone is replaced by the program, so that the guide shows the one that the tests run. */
const withPrograms = (markdown: string) =>
  markdown.replaceAll(/^\[([\w-]+\.mjs)\]\(\1\)$/gm, (_, file: string) => `\`\`\`js\n${readFileSync(join(FOLDER, file), "utf8")}\`\`\``);

/** Links to the guides and the reference. */
export const navigation = (guides: Pick<Guide, "name" | "title">[]) =>
  [["Reference", `${REST_PREFIX}/docs`], ...guides.map((guide) => [guide.title, `${REST_PREFIX}/docs/${guide.name}`])]
    .map(([title, address]) => `<a href="${address}">${title}</a>`)
    .join("");

/** What a language model reads first, as llmstxt.org describes it. */
export function llmsText(guides: Text[], baseUrl: string): string {
  const links = guides.map((guide) => `- [${guide.title}](${baseUrl}${REST_PREFIX}/docs/${guide.name}.md)`).join("\n");
  return `# Kith

> A CRM that people and their AI assistants share. Programs use it over REST, assistants over MCP. Both send an API key in the x-api-key header.

## Interfaces

- [OpenAPI 3.1.0](${baseUrl}${REST_PREFIX}/openapi.json): every REST operation, with schemas and examples
- [Reference](${baseUrl}${REST_PREFIX}/docs): the same to read, with curl lines
- [MCP](${baseUrl}${REST_PREFIX}/mcp): tools for assistants, over POST

## Guides

${links}

## For people

- [API keys](${baseUrl}/docs/api-keys): how to get one
- [Filter syntax](${baseUrl}/docs/filter-syntax): the language of filters
`;
}
