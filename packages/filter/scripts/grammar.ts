import { buildParserFile } from "@lezer/generator";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../src/grammar");

/** The generated files, by path. `npm run grammar` writes them; a test makes them again and compares. */
export function generate(): Map<string, string> {
  const fileName = join(folder, "filter.grammar");
  const made = buildParserFile(readFileSync(fileName, "utf8"), { fileName, typeScript: true });
  return new Map(
    [["parser.generated.ts", made.parser] as const, ["terms.generated.ts", made.terms] as const].map(([name, text]) => [
      join(folder, name),
      format(name, text),
    ]),
  );
}

function format(name: string, text: string): string {
  const oxfmt = join(dirname(createRequire(import.meta.url).resolve("oxfmt/package.json")), "bin/oxfmt");
  return execFileSync(process.execPath, [oxfmt, `--stdin-filepath=${name}`], { input: text, encoding: "utf8", cwd: folder });
}

if (import.meta.main) for (const [path, text] of generate()) writeFileSync(path, text);
