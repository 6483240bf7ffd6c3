// A string, which is kept as it is, or what stands between strings.
const PARTS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const INDENT = "  ";

/**
 * JSON with one value in a line. Every value keeps its spelling, so that a long number is not rounded. What is no JSON stays as it is.
 */
export function inLines(text: string): string {
  if (!isJson(text)) return text;
  const parts = text.match(PARTS) ?? [];
  let depth = 0;
  let lines = "";
  for (const [at, part] of parts.entries()) {
    const isEmpty = parts[at + 1] === "}" || parts[at + 1] === "]";
    if (part === "{" || part === "[") {
      depth++;
      lines += isEmpty ? part : part + lineAt(depth);
    } else if (part === "}" || part === "]") {
      depth--;
      lines += parts[at - 1] === "{" || parts[at - 1] === "[" ? part : lineAt(depth) + part;
    } else if (part === ",") lines += part + lineAt(depth);
    else lines += part === ":" ? ": " : part;
  }
  return lines;
}

const lineAt = (depth: number) => `\n${INDENT.repeat(depth)}`;

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
