import { readFileSync } from "node:fs";
import { join } from "node:path";
import { minify } from "@swc/core";
import { rolldown } from "rolldown";

const SOURCE = join(import.meta.dirname, "../packages/form/src");

/** The script and the style of website forms as a module of the server, so that an installation has no file more to find. */
export async function formAssets(): Promise<string> {
  return `// Made from packages/form by npm run generate.
export const FORM_SCRIPT = ${JSON.stringify(await script())};
export const FORM_STYLE = ${JSON.stringify(style())};
`;
}

/** The two tools together save what neither finds alone. */
async function script(): Promise<string> {
  const bundle = await rolldown({ input: join(SOURCE, "kith.ts"), platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", comments: false });
  await bundle.close();
  const ecma = 2022;
  const { code } = await minify(output[0].code, {
    compress: { passes: 4, ecma, unsafe_arrows: true },
    mangle: true,
    ecma,
    format: { ecma },
  });
  return code;
}

const style = () =>
  readFileSync(join(SOURCE, "form.css"), "utf8")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s*([{}:;,>])\s+/g, "$1")
    .replaceAll(";}", "}")
    .trim();
