import { createHash } from "node:crypto";
import { escapeHtml } from "../../platform/escape-html.ts";
import { BYTES } from "./file-paths.ts";
import type { Json } from "./schemas.ts";

const STYLE = `:root{color-scheme:light dark;--text:#1F1D1A;--soft:#6D6860;--line:#E8E5E0;--sunken:#F8F7F5;--bg:#fff;--accent:#0A685C}
@media(prefers-color-scheme:dark){:root{--text:#EDEAE6;--soft:#979189;--line:#2B2927;--sunken:#111010;--bg:#171615;--accent:#63C2B3}}
body{margin:0;display:grid;grid-template-columns:224px minmax(0,1fr);font:13px/20px system-ui,sans-serif;color:var(--text);background:var(--bg)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;background:var(--sunken);border-right:1px solid var(--line)}
nav a{display:block;padding:4px 0;text-decoration:none}main{padding:24px 32px;max-width:880px}a{color:var(--accent)}
h1{font-size:20px;line-height:28px}h2{font-size:16px;margin-top:32px}section{border-top:1px solid var(--line);padding:16px 0}
code,pre{font:12px/18px ui-monospace,monospace}pre{background:var(--sunken);border:1px solid var(--line);border-radius:8px;padding:12px;overflow:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 8px 6px 0;border-bottom:1px solid var(--line);vertical-align:top}th,.soft{color:var(--soft);font-weight:400}
.method{display:inline-block;min-width:56px;font-weight:600;color:var(--accent)}@media(max-width:720px){body{display:block}nav{position:static;height:auto}.operations{display:none}main{padding:16px}}`;

export const REFERENCE_CSP = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

interface Entry {
  anchor: string;
  method: string;
  path: string;
  operation: Json;
}

/** The OpenAPI document as a page to read: one file, no script, nothing loaded from elsewhere. */
export function referencePage(document: Json, guides: string): string {
  const entries = entriesOf(document);
  const base = String((document["servers"] as Json[])[0]?.["url"] ?? "");
  const links = entries.map((entry) => `<a href="#${entry.anchor}">${escapeHtml(String(entry.operation["summary"]))}</a>`).join("");
  const sections = entries.map((entry) => sectionOf(entry, base, document)).join("");
  const introduction = `<h1>Kith API</h1><p>${escapeHtml(String((document["info"] as Json)["description"]))} Errors are <code>application/problem+json</code> with a stable <code>code</code>.</p>`;
  return documentPage(
    "Kith API",
    `${guides}<div class="operations"><p class="soft">Operations</p>${links}<a href="#schemas">Schemas</a></div>`,
    `${introduction}${sections}${schemasOf(document)}`,
  );
}

/** A page of the documentation: what there is beside what is read. */
export const documentPage = (title: string, navigation: string, main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><nav aria-label="Documentation"><strong>Kith API</strong><p class="soft"><a href="/api/v1/openapi.json">OpenAPI 3.1.0</a></p>${navigation}</nav><main>${main}</main></body></html>`;

/** What answers and the larger inputs are made of, each once. */
function schemasOf(document: Json): string {
  const { schemas } = document["components"] as { schemas: Record<string, Json> };
  const parts = Object.entries(schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${name}</code></summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
  );
  return `<section id="schemas"><h2>Schemas</h2>${parts.join("")}</section>`;
}

function entriesOf(document: Json): Entry[] {
  const paths = Object.entries(document["paths"] as Record<string, Record<string, Json>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      anchor: String(operation["operationId"]).replaceAll(".", "-"),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function sectionOf({ anchor, method, path, operation }: Entry, base: string, document: Json): string {
  const body = schemaIn(operation["requestBody"], document);
  const parameters = ((operation["parameters"] ?? []) as Json[]).map(
    (one) => [one["name"], one["in"], one["schema"], one["required"], one["description"]] as const,
  );
  const required = new Set((body?.["required"] ?? []) as string[]);
  const fields = Object.entries((body?.["properties"] ?? {}) as Record<string, Json>).map(
    ([name, schema]) => [name, "body", schema, required.has(name), undefined] as const,
  );
  const rows = [...parameters, ...fields].map(([name, where, schema, isRequired, description]) => {
    const meaning = (schema as Json)["description"] ?? description ?? "";
    return `<tr><td><code>${escapeHtml(String(name))}</code>${isRequired ? "" : ' <span class="soft">optional</span>'}</td><td class="soft">${escapeHtml(String(where))}</td><td><code>${escapeHtml(typeOf(schema as Json))}</code></td><td>${escapeHtml(String(meaning))}</td></tr>`;
  });
  const done = Object.entries(operation["responses"] as Record<string, Json>)[0];
  const answer = schemaIn(done?.[1], document);
  const curl = curlOf(method, base + path, operation);
  return `<section id="${anchor}"><h2>${escapeHtml(String(operation["summary"]))}</h2><p><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span class="soft">${escapeHtml(String(operation["description"] ?? ""))}</span></p>${rows.length > 0 ? `<table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>` : ""}<pre tabindex="0">${escapeHtml(curl)}</pre>${answer ? `<details><summary>Answer ${escapeHtml(done?.[0] ?? "")}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(answer, null, 2))}</pre></details>` : `<p class="soft">Answers ${escapeHtml(done?.[0] ?? "")} with no body.</p>`}</section>`;
}

/** What makes the call of the example in a shell, a line for each part. */
function curlOf(method: string, address: string, operation: Json): string {
  const parameters = ((operation["parameters"] ?? []) as Json[]).filter((one) => one["example"] !== undefined);
  const placed = (place: string) =>
    parameters.filter((one) => one["in"] === place).map((one) => [String(one["name"]), one["example"]] as const);
  const path = placed("path").reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))), address);
  const query = new URLSearchParams(placed("query").map(([name, value]): [string, string] => [name, String(value)])).toString();
  const content = (operation["requestBody"] as { content: Record<string, { example: Json }> } | undefined)?.content;
  const example = content?.["application/json"]?.example;
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shellText(query ? `${path}?${query}` : path)}`,
    '-H "x-api-key: $KITH_API_KEY"',
    ...(example ? ['-H "content-type: application/json"', `-d ${shellText(JSON.stringify(example))}`] : []),
    ...(content?.[BYTES]
      ? ['-H "content-type: text/plain"', `--data-binary @${String(placed("query").find(([name]) => name === "name")?.[1] ?? "part.bin")}`]
      : []),
  ];
  return parts.join(" \\\n  ");
}

const shellText = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function schemaIn(holder: unknown, document: Json): Json | undefined {
  const content = (holder as { content?: Record<string, { schema: Json }> } | undefined)?.content;
  const schema = content?.["application/json"]?.schema;
  const reference = schema?.["$ref"];
  if (typeof reference !== "string") return schema;
  const schemas = (document["components"] as { schemas: Record<string, Json> }).schemas;
  return schemas[nameIn(reference)];
}

const nameIn = (reference: string) => reference.split("/").at(-1) ?? "";

function typeOf(schema: Json): string {
  if (typeof schema["$ref"] === "string") return nameIn(schema["$ref"]);
  const choices = (schema["enum"] as unknown[] | undefined)?.map((one) => JSON.stringify(one)).join(" | ");
  const either = (schema["anyOf"] as Json[] | undefined)?.map(typeOf).join(" | ");
  return choices ?? either ?? String(schema["type"] ?? "any");
}
