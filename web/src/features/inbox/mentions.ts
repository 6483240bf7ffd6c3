interface Person {
  id: string;
  name: string;
}

/** Whom a note names with `@`: by the whole name, or by a first name that only one of them has. */
export function mentionsIn(text: string, people: readonly Person[]): string[] {
  const lower = text.toLowerCase();
  const firstOf = ({ name }: Person) => name.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? "";
  const isNamed = (name: string) => new RegExp(`@${escaped(name)}(?![\\p{L}\\p{N}])`, "u").test(lower);
  return people
    .filter((person) => {
      if (isNamed(person.name.trim().toLowerCase())) return true;
      const isAlone = people.filter((one) => firstOf(one) === firstOf(person)).length === 1;
      return isAlone && firstOf(person) !== "" && isNamed(firstOf(person));
    })
    .map(({ id }) => id);
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
