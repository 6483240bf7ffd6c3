import type { UserReference } from "../checked.ts";
import { shown } from "../error.ts";
import { fold } from "../fold.ts";
import type { NearestBudget } from "../nearest.ts";
import type { Person } from "../schema.ts";
import { unknownName, type Problem } from "./checking.ts";

export type PersonReference = UserReference | { kind: "nobody" };
type PersonReading = { value: PersonReference; text: string } | { problem: Problem };

/** Finds who is meant: `@me`, `@unassigned`, or a person by id, email, name or first name, with or without an `@`. */
export function readPerson(text: string, people: readonly Person[] | undefined, budget?: NearestBudget): PersonReading {
  const wanted = fold(text);
  if (wanted === "@me") return { value: { kind: "me" }, text: "@me" };
  if (wanted === "@unassigned") return { value: { kind: "nobody" }, text: "@unassigned" };
  if (!people) return readId(text);
  const name = wanted.replace(/^@/, "");
  const matches = MATCHES.map((matches) => people.filter((person) => matches(person, text, name))).find((found) => found.length > 0) ?? [];
  const [only] = matches;
  if (only && matches.length === 1) return { value: { kind: "user", id: only.id }, text: only.id };
  if (only) return { problem: severalPeople(text, matches) };
  return { problem: unknownName("There is no person", text, ["@me", "@unassigned", ...people.map((person) => person.name)], budget) };
}

/** Ways to name a person, the surest first. */
const MATCHES: readonly ((person: Person, text: string, name: string) => boolean)[] = [
  (person, text) => person.id === text,
  (person, _, name) => fold(person.email) === name,
  (person, _, name) => fold(person.name) === name,
  (person, _, name) => fold(person.name).split(" ", 1)[0] === name,
];

function severalPeople(text: string, matches: readonly Person[]): Problem {
  const suggestions = matches.slice(0, 3).map((person) => person.email);
  return { message: `${matches.length} people are called \`${shown(text)}\`. Use an email address.`, suggestions };
}

/** Where nobody can be looked up, only an id can be meant. */
function readId(text: string): PersonReading {
  if (!text.startsWith("@") && text !== "") return { value: { kind: "user", id: text }, text };
  return { problem: { message: `\`${shown(text)}\` cannot be looked up here.`, expected: "`@me`, `@unassigned` or the id of a person" } };
}
