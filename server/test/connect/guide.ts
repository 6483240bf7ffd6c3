import { readFileSync } from "node:fs";
import { join } from "node:path";

export const FOLDER = join(import.meta.dirname, "../../../docs/connect");

export interface Block {
  language: string;
  code: string;
  /** What the page says it prints: the block of output behind it. */
  output: string | undefined;
}

/** The blocks of code of a page of docs/connect, in their order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(FOLDER, `${page}.md`), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```\n(?:\n```output\n([\s\S]*?)^```)?/gm)].map(
    ([, language = "", code = "", output]) => ({
      language,
      code,
      output,
    }),
  );
}

/** What a page prints, where `…` stands for any text. */
export function printed(output: string): RegExp {
  const parts = output.trimEnd().split("…");
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join("[^]*")}$`);
}
