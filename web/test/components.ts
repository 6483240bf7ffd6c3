import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

// Lets unit tests import JSX and style sheets (each class name is its own name). A test imports this file first, then its subject with
// `await import(…)`: hooks do not affect earlier imports.
registerHooks({
  load(url, context, next) {
    if (url.endsWith(".css")) return { format: "module", shortCircuit: true, source: STYLES };
    if (!url.endsWith(".tsx")) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), "utf8"), {
      jsc: { parser: { syntax: "typescript", tsx: true }, target: "es2024", transform: { react: { runtime: "automatic" } } },
    });
    return { format: "module", shortCircuit: true, source: code };
  },
});

const STYLES = "export default new Proxy({}, { get: (_, name) => String(name) });";
