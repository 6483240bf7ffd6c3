import { fold } from "../fold.ts";
import { isTime, KINDS } from "../kinds.ts";
import type { Person } from "../schema.ts";
import { spellValue } from "../text/spelling.ts";
import type { Expected } from "./expect.ts";
import { offerDates } from "./offer-dates.ts";
import { ranked, type Candidate, type CompletionSource, type Offer } from "./option.ts";

type ValueExpected = Expected & { kind: "value" };

/** Values for a field: its options, people or dates; for free values, a description only. */
export function offerValues(what: ValueExpected, typed: string, source: CompletionSource): Offer {
  const { field, given } = what;
  const isMatch = what.op === "contains" || what.op === "starts_with";
  if (isTime(KINDS[field.type])) return offerDates(what, typed, source.moment);
  const candidates = isMatch ? [] : candidatesFor(what, source);
  const free = candidates.filter((candidate) => !given.includes(candidate.text));
  return { expected: titleOf(what, isMatch), options: ranked(free, typed) };
}

function candidatesFor({ field }: ValueExpected, { people = [], me }: CompletionSource): Candidate[] {
  const { shape } = KINDS[field.type];
  if (shape === "boolean") return [value("true", "Yes"), value("false", "No")];
  if (shape === "person") return peopleOf(people, me);
  return (field.options ?? []).filter((option) => !option.isRetired).map(({ key, label }) => value(key, label));
}

const value = (text: string, meaning: string): Candidate => ({
  text,
  insert: spellValue(text),
  meaning,
  also: meaning,
  kind: "value",
  goesOn: false,
});

/** Everyone by the shortest unambiguous spelling. */
function peopleOf(people: readonly Person[], me: string | undefined): Candidate[] {
  const firstName = (person: Person) => fold(person.name).split(" ", 1)[0] ?? "";
  const isOnly = (person: Person) => people.filter((other) => firstName(other) === firstName(person)).length === 1;
  const spelling = (person: Person) => (isOnly(person) && firstName(person) ? `@${firstName(person)}` : person.email);
  const named = people.map((person) => ({ ...value(spelling(person), person.name), kind: "person" as const }));
  const self = people.find((person) => person.id === me)?.name ?? "You";
  return [{ ...value("@me", self), kind: "person" }, { ...value("@unassigned", "Nobody"), kind: "person" }, ...named];
}

function titleOf({ field, isEnd }: ValueExpected, isMatch: boolean): string {
  const key = `\`${field.key}\``;
  if (isEnd) return `End of the range for ${key}`;
  if (isMatch) return `A part of ${key}; with spaces, in quotes`;
  return (KINDS[field.type].prompt ?? "A value for {field}").replace("{field}", () => key);
}
