import type { FieldSchema, FilterNode, Lookup, TypeSchema, Value } from "@kith/filter";

/** Texts that records hold and filters look for: letters that change in number or form with case or composition. */
export const TEXTS: readonly string[] = [
  ..."İstanbul ISPARTA ıspanak i̇stanbul Straße STRASSE strasse ẞ ŒUVRE œuvre Ångström A\u030angstro\u0308m ÅNGSTRÖM".split(" "),
  ..."ΟΔΥΣΣΕΥΣ οδυσσεύς Σ σ ς ΣΣ Ǆ ǅ ǆ ﬃ ffi ǰ J\u030c Ⅷ ⅷ Ω Ω K k Å å".split(" "),
  ..."שלום שָׁלוֹם مرحبا ﷺ \u202eabc abc\u200f 한국 \u1112\u1161\u11ab\u1100\u116e\u11a8 がんばれ か\u3099んばれ नमस्ते".split(" "),
  ..."👩‍👩‍👧 🇩🇪 👍🏽 😀 \u{10ffff} \u{1f600}\u{1f601} e\u0301 é e\u0301\u0323 ẹ\u0301 a\u0300\u0301 a\u0301\u0300".split(" "),
  ..."100% 100_ _ % \\ \\% \\_ ' '' \" -- /* */ ; $1 $$ {} [] null NULL true 0 00 1e3 +1 -1 .. ... a..b".split(" "),
  "two words",
  "two  words",
  " lead",
  "trail ",
  "line\nbreak",
  "line\r\nbreak",
  "tab\there",
  "a\u00a0b",
  "a\u200bb",
  "\u0001",
  "\u007f",
  "Lindqvist, Mara",
  'say "hi"',
  "'); drop table records; --",
];

const TEXTUAL: ReadonlySet<string> = new Set(["text", "long_text", "url"]);

/** The filter with every text in it put through `change`: values of text fields, and words looked for everywhere. */
export function changeTexts(tree: FilterNode, type: TypeSchema, lookup: Lookup, change: (text: string) => string): FilterNode {
  const walk = (node: FilterNode, from: TypeSchema): FilterNode => {
    switch (node.kind) {
      case "and":
      case "or":
        return { kind: node.kind, nodes: node.nodes.map((inner) => walk(inner, from)) };
      case "not":
        return { kind: "not", node: walk(node.node, from) };
      case "text":
        return { kind: "text", text: change(node.text) };
      case "flag":
        return node;
      case "compare": {
        const field = fieldAt(node.path, from, lookup);
        return field && TEXTUAL.has(field.type) ? { ...node, values: node.values.map((value) => changeValue(value, change)) } : node;
      }
      case "related":
      case "count": {
        const other = lookup(fieldAt(node.path, from, lookup)?.relation?.type ?? "");
        return node.node && other ? { ...node, node: walk(node.node, other) } : node;
      }
    }
  };
  return walk(tree, type);
}

function changeValue(value: Value, change: (text: string) => string): Value {
  if (value.kind === "value") return { kind: "value", text: change(value.text) };
  // Both ends of a random range are the same text, so that it never ends before it starts.
  const end = change(value.from ?? value.to ?? "");
  return { kind: "range", ...(value.from !== undefined && { from: end }), ...(value.to !== undefined && { to: end }) };
}

function fieldAt(path: readonly string[], from: TypeSchema, lookup: Lookup): FieldSchema | undefined {
  let type: TypeSchema | undefined = from;
  let field: FieldSchema | undefined;
  for (const name of path) {
    field = type?.fields.find(({ key, label }) => key === name || label === name);
    type = lookup(field?.relation?.type ?? "");
  }
  return field;
}
