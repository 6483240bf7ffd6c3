import { invalid } from "../../kernel/errors.ts";

interface Kept {
  /** As the caller gave them: a value of null keeps what is stored. Undefined: they are not mentioned. */
  given: Record<string, string | null> | undefined;
  /** The names of the stored ones. */
  names: readonly string[];
  from: string;
  to: string;
  /** Opens the stored ones. */
  read(): Record<string, string>;
}

/**
 * The headers to store from now on; undefined: those that are stored stay. A stored value never goes to another host: nobody can read it
 * here, and whoever could redirect it would read it there.
 */
export function keepHeaders({ given, names, from, to, read }: Kept): Record<string, string> | undefined {
  const isElsewhere = originOf(from) !== originOf(to);
  if (!given) {
    if (isElsewhere && names.length > 0) throw invalid([{ pointer: "/headers", message: ELSEWHERE, hint: "Send {} to use none." }]);
    return undefined;
  }
  const keeps = Object.keys(given).find((name) => given[name] === null);
  if (keeps !== undefined && isElsewhere) throw invalid([{ pointer: `/headers/${keeps}`, message: ELSEWHERE }]);
  const stored = keeps === undefined ? {} : read();
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const kept = value ?? (Object.hasOwn(stored, name) ? stored[name] : undefined);
      if (kept === undefined) throw invalid([{ pointer: `/headers/${name}`, message: "This header has no stored value. Enter one." }]);
      return [name, kept];
    }),
  );
}

const ELSEWHERE = "The stored headers were entered for another host. Enter their values again.";

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url);
