import type { Tree } from "@lezer/common";

/** One node of the parser's tree, copied out of it: walking the parser's own takes quadratic time on a long row of siblings. */
export interface Syntax {
  name: string;
  from: number;
  to: number;
  children: Syntax[];
}

export function copySyntax(tree: Tree): Syntax {
  const top: Syntax = { name: "", from: 0, to: tree.length, children: [] };
  const open = [top];
  tree.iterate({
    enter({ name, from, to }) {
      const node: Syntax = { name, from, to, children: [] };
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    leave() {
      open.pop();
    },
  });
  return top.children[0] ?? top;
}

/** The first child of one of these names. */
export function childOf(node: Syntax | undefined, ...names: string[]): Syntax | undefined {
  return node?.children.find((child) => names.includes(child.name));
}
