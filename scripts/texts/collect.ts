import { globSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";

export interface ShownText {
  file: string;
  line: number;
  text: string;
}

interface Node {
  type: string;
  span: { start: number; end: number };
  [key: string]: unknown;
}

/** The sources that show texts to people: pages, dialogs and toasts, errors, mails, and what a tool or an API says of itself. */
const SOURCES = ["web/src/**/*.{ts,tsx}", "server/src/**/*.ts", "packages/filter/src/**/*.ts"];
/** Code that shows nothing: names of modules and types. */
const SILENT = new Set([
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TsTypeAnnotation",
  "TsTypeAliasDeclaration",
  "TsInterfaceDeclaration",
]);
/** Attributes and properties whose single word is read by people. */
const READ = /^(label|title|placeholder|text|heading|description|summary|message|hint|detail|aria-label|subject|one|many|confirm)$/;
/** What stands in these is no longer the text itself: a comparison, what a function gets. */
const CLOSED = new Set(["CallExpression", "BinaryExpression", "MemberExpression", "ArrowFunctionExpression", "ObjectExpression"]);
/** Attributes that only the browser reads. */
const UNREAD = /^(className|style|href|to|id|key|type|role|rel|src|d|viewBox|data-(?!tip).*|autoComplete|w|h|p|m|gap|variant|size|color)$/;
const SQL =
  /^\s*(select|insert|update|delete|with|create|alter|drop|lock|set|reset|savepoint|release|rollback|begin|commit|from|where|and|or|order|group|join|left|case|on|values|returning|exists|notify|listen|explain|vacuum|analyze|grant|for|union|limit)\b/;

/** Every text that a person can be shown, in the order of the files. */
export const collectTexts = (root: string): ShownText[] =>
  globSync(SOURCES, { cwd: root })
    .filter((file) => !/\.(test|e2e)\.tsx?$/.test(file))
    .toSorted((one, other) => one.localeCompare(other))
    .flatMap((file) => textsIn(readFileSync(`${root}/${file}`, "utf8"), file));

export function textsIn(source: string, file: string): ShownText[] {
  const bytes = Buffer.from(source);
  const found: ShownText[] = [];
  const lineAt = (start: number) =>
    bytes
      .subarray(0, start - 1)
      .toString()
      .split("\n").length;

  function keep(node: Node, text: string, isRead: boolean) {
    const plain = text.replaceAll(/\s+/g, " ").trim();
    if (isRead ? /\p{L}{2}/u.test(plain.replaceAll("{…}", "")) : isSentence(plain))
      found.push({ file, line: lineAt(node.span.start), text: plain });
  }

  function visit(value: unknown, name = ""): void {
    if (Array.isArray(value)) for (const one of value) visit(one, name);
    // The arguments of a call and the elements of an array are wrapped in an object without a type.
    else if (!isNode(value) && typeof value === "object" && value !== null && "expression" in value) visit(value.expression, name);
    if (!isNode(value) || SILENT.has(value.type)) return;
    if (value.type === "JSXElement" || value.type === "JSXFragment") keep(value, childText(value["children"] as Node[]), true);
    if (value.type === "ConditionalExpression") return visitChoice(value, name);
    if (value.type === "StringLiteral") return keep(value, String(value["value"]), READ.test(name));
    if (value.type === "TemplateLiteral") keep(value, templateText(value), READ.test(name));
    const own = value.type === "JSXExpressionContainer" && name === "" ? "text" : nameOf(value);
    if (UNREAD.test(own)) return;
    if (CLOSED.has(value.type)) name = "";
    for (const [key, part] of Object.entries(value)) if (key !== "span" && key !== "key") visit(part, own || name);
  }

  /** A choice between texts is a text; what it is chosen by is not. */
  function visitChoice(node: Node, name: string): void {
    visit(node["test"]);
    visit(node["consequent"], name);
    visit(node["alternate"], name);
  }

  visit((parseSync(source, { syntax: "typescript", tsx: file.endsWith("x") }) as unknown as Node)["body"]);
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** The name of an attribute or a property: it says what its value is for. */
function nameOf(node: Node): string {
  const named = node.type === "JSXAttribute" ? node["name"] : node.type === "KeyValueProperty" ? node["key"] : undefined;
  return isNode(named) ? String(named["value"] ?? "") : "";
}

/** A text with the places of its values: people read it as one sentence. */
const templateText = (node: Node) => (node["quasis"] as { cooked: string }[]).map(({ cooked }) => cooked).join("{…}");
const childText = (children: Node[]) =>
  children.some((child) => child.type === "JSXText" && /\p{L}/u.test(String(child["value"])))
    ? children.map((child) => (child.type === "JSXText" ? String(child["value"]) : "{…}")).join("")
    : "";

/** At least two words that begin like a sentence or end like one, and are not a statement for the database. */
function isSentence(text: string): boolean {
  if (!/\p{L}{2,}[^\p{L}]*\s.*\p{L}/u.test(text) || SQL.test(text)) return false;
  return /^["“'(]?(\p{Lu}|\{…\} )/u.test(text) || /[.!?…:]$/.test(text);
}
