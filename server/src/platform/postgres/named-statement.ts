import { statement, type Statement } from "../../kernel/database.ts";

// A colon that begins a name: not one of the two in a cast.
const NAME = /(?<!:):([a-z]\w*)/gi;

interface NamedStatement<Name extends string> {
  statement: Statement;
  /** In the order of the statement's numbers. */
  values(given: Record<Name, unknown>): unknown[];
}

/** A statement with many values: `:seen` in its text is the value `seen`. Nobody has to count which one is the seventeenth. */
export function namedStatement<const Name extends string>(name: string, names: readonly Name[], text: string): NamedStatement<Name> {
  const used = new Set<string>();
  const numbered = text.replaceAll(NAME, (_, word: string) => {
    const at = names.findIndex((one) => one === word);
    if (at < 0) throw new Error(`${name}: there is no value ${word}`);
    used.add(word);
    return `$${at + 1}`;
  });
  const unused = names.filter((one) => !used.has(one));
  if (unused.length > 0) throw new Error(`${name}: ${unused.join(", ")} is not used`);
  return { statement: statement(name, numbered), values: (given) => names.map((one) => given[one]) };
}
