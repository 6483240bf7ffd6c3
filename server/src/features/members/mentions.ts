interface Person {
  id: string;
  name: string;
}

export interface Named {
  id: string;
  /** The name as it stands in the text, without the @. */
  written: string;
}

/** Whom a text names with `@`: by the whole name, or by a first name that only one of them has. The longest name counts. */
export function namedIn(text: string, people: readonly Person[]): Named[] {
  const idsOf = namesOf(people);
  if (idsOf.size === 0 || !text.includes("@")) return [];
  const named = new Map<string, Named>();
  for (const written of splitAtNames(text, [...idsOf.keys()]).filter((_, at) => at % 2 === 1))
    for (const id of idsOf.get(written.toLowerCase()) ?? []) if (!named.has(id)) named.set(id, { id, written });
  return [...named.values()];
}

/** What lies between these names, and the names, in turn. The @ before a name is left out. */
export function splitAtNames(text: string, names: string[]): string[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped);
  // Not in the middle of a word: mara@max.example names nobody.
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}.%+-])@(${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "iu"));
}

/** Who is meant by a name, in small letters. Several may have the same whole name, and all of them are meant. */
function namesOf(people: readonly Person[]): Map<string, string[]> {
  const whole = Map.groupBy(people, ({ name }) => name.trim().toLowerCase());
  const first = Map.groupBy(people, ({ name }) => name.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? "");
  const alone = [...first].filter(([name, same]) => same.length === 1 && !whole.has(name));
  return new Map([...whole, ...alone].filter(([name]) => name !== "").map(([name, same]) => [name, same.map(({ id }) => id)]));
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
