/** A piece of SQL, with its values kept apart: input of a caller can only be a bind parameter. */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const isSql = (value: unknown): value is Sql => typeof value === "object" && value !== null && "strings" in value && "values" in value;

/** Composes SQL: another piece is inserted, anything else becomes a bind parameter. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const texts: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  for (const [at, part] of parts.entries()) {
    const following = strings[at + 1] ?? "";
    if (!isSql(part)) {
      values.push(part);
      texts.push(following);
      continue;
    }
    texts[texts.length - 1] += part.strings[0] ?? "";
    for (const [inner, value] of part.values.entries()) {
      values.push(value);
      texts.push(part.strings[inner + 1] ?? "");
    }
    texts[texts.length - 1] += following;
  }
  return { strings: texts, values };
}

/** SQL text of our own, never of a caller's: a column, a keyword, a number we made. */
export const raw = (text: string): Sql => ({ strings: [text], values: [] });

export function join(pieces: Sql[], between: string, whenEmpty: string): Sql {
  const [first, ...rest] = pieces;
  if (!first) return raw(whenEmpty);
  return rest.reduce((all, piece) => sql`${all}${raw(between)}${piece}`, first);
}

/** The finished statement: `$1 … $n` in order, and as many values. */
export function toQuery(piece: Sql): { text: string; values: unknown[] } {
  const text = piece.strings.reduce((all, part, at) => (at === 0 ? part : `${all}$${at}${part}`), "");
  return { text, values: [...piece.values] };
}
