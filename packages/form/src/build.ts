/** An element as the service describes it: its tag, its attributes, what is in it. */
export type Tree = string | [tag: string, attributes: Record<string, string>, ...content: Tree[]];

/** No markup in a string: allowed under Trusted Types, and no text can become code. */
export function build(tree: Tree): Node {
  if (typeof tree === "string") return new Text(tree);
  const [tag, attributes, ...content] = tree;
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content.map(build));
  return element;
}
