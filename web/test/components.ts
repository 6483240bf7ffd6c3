import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";

// Lets a unit test import what a browser build would: JSX, and style sheets, whose class names are then their own names. A test
// imports this file first and its subject with `await import(…)` after it, because a hook has no effect on what was imported before.
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
