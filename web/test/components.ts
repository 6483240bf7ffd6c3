import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "@swc/core";

const require = createRequire(import.meta.url);

// Lets a unit test import what a browser build would: JSX, and style sheets, whose class names are then their own names. A test
// imports this file first and its subject with `await import(…)` after it, because a hook has no effect on what was imported before.
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
