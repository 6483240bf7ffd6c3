interface Example {
  filter: string;
  /** What it finds, if that is not obvious. */
  note?: string;
}

export interface ExampleBlock {
  /** The key of the type that the filters are for. */
  type: string;
  examples: Example[];
}

const FENCE = /^```(filter \w+)\n([\s\S]*?)^```$/gm;

/** Parses a block of examples: one filter per line, with a note after `#`. Undefined for other blocks. */
export function readExamples(language: string, text: string): ExampleBlock | undefined {
  const [kind, type] = language.split(" ");
  if (kind !== "filter" || !type) return undefined;
  const examples = text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [filter = "", note] = line.split(/ +# /);
      return note ? { filter: filter.trim(), note } : { filter: filter.trim() };
    });
  return { type, examples };
}

/** Every block of examples in a Markdown text. */
export function findExamples(markdown: string): ExampleBlock[] {
  return [...markdown.matchAll(FENCE)].flatMap(([, language = "", text = ""]) => readExamples(language, text) ?? []);
}
