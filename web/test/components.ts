import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "@swc/core";

const require = createRequire(import.meta.url);

// Lets unit tests import JSX and style sheets (each class name is its own name). A test imports this file first, then its subject with
// `await import(…)`: hooks do not affect earlier imports.
registerHooks({
  resolve(specifier, context, next) {
    // These packages are imported by folder: a bundler finds the file, and Node only with require, which comes by here again.
    if (!specifier.startsWith("@atlaskit/") || context.parentURL === import.meta.url) return next(specifier, context);
    return next(pathToFileURL(require.resolve(specifier)).href, context);
  },
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
