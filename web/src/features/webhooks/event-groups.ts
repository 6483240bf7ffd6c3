/** What happens to records comes first: that is what most webhooks are for. */
const FIRST = ["record", "note"];

interface Group {
  group: string;
  items: string[];
}

/** Types of events by what they are about: "record.created" is of the group "Record". */
export function groupsOf(types: readonly string[]): Group[] {
  const subjects = [...new Set(types.map(subjectOf))].toSorted((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other));
  return subjects.map((subject) => ({
    group: titleOf(subject),
    items: types.filter((type) => subjectOf(type) === subject).toSorted((one, other) => one.localeCompare(other)),
  }));
}

const subjectOf = (type: string) => type.split(".", 1)[0] ?? type;

const rankOf = (subject: string) => (FIRST.includes(subject) ? FIRST.indexOf(subject) : FIRST.length);

/** "lead_source" is "Lead source". */
const titleOf = (subject: string) => (subject.charAt(0).toUpperCase() + subject.slice(1)).replaceAll("_", " ");
