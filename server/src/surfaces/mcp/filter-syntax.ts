import { readTexts } from "../openapi/guides.ts";

export const FILTER_SYNTAX_URI = "kith://filter-syntax";

/** The reference of the filter language, which people and programs read too: packages/filter/SYNTAX.md. */
export function filterSyntax(baseUrl: string): { name: string; title: string; markdown: string } {
  const text = readTexts(baseUrl).find(({ name }) => name === "filter-syntax");
  if (!text) throw new Error("the reference of the filter language is missing");
  return text;
}

/** Its examples for one type, each with what it finds. */
export function examplesFor(type: string, syntax: string): string {
  const [, examples] = new RegExp(`^\`\`\`filter ${type}\\n([^]*?)^\`\`\``, "m").exec(syntax) ?? [];
  if (!examples) throw new Error(`the reference of the filter language has no examples for ${type}`);
  return examples.trimEnd();
}
