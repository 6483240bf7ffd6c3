import { namedIn } from "@kith/server/features/members/mentions";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "../../../ui/avatar.tsx";
import type { Offered } from "../../../ui/writing/use-completion.tsx";
import { everyone, type Member } from "../people.ts";

const MAX_OFFERED = 8;
/** What is typed of a name: two words of it, and no more than the longest name has. */
const TYPED = /(?:^|[^\p{L}\p{N}.%+-])@([^\s@]*(?: [^\s@]+)?)$/u;
const LONGEST = 100;

interface Person {
  id: string;
  name: string;
}

/** Colleagues in what is written: whom a text names with `@`, and whom it may be about to name. */
export function useMentions() {
  const { data } = useQuery(everyone);
  const people = data?.filter((one) => one.disabled_at === null) ?? [];
  return {
    /** Who was mentioned before may be, also when they can no longer sign in. */
    mentionsIn: (text: string, before: readonly Person[] = []) =>
      namedIn(text, [...people, ...before.filter(({ id }) => !people.some((one) => one.id === id))]).map(({ id }) => id),
    mentionOffers: (text: string, caret: number) => offersAt(people, text.slice(Math.max(0, caret - LONGEST), caret), caret),
  };
}

function offersAt(people: Member[], before: string, caret: number): Offered | undefined {
  const typed = TYPED.exec(before)?.[1]?.toLowerCase();
  if (typed === undefined) return undefined;
  const found = people
    .filter(({ name }) => isBegun(name.toLowerCase(), typed))
    .toSorted((one, other) => Number(other.name.toLowerCase().startsWith(typed)) - Number(one.name.toLowerCase().startsWith(typed)));
  return {
    from: caret - typed.length - 1,
    offers: found.slice(0, MAX_OFFERED).map(({ id, name, email }) => ({
      id,
      label: name,
      side: email,
      icon: <Avatar id={id} name={name} />,
      insert: `@${name} `,
    })),
  };
}

/** A name that stands there whole needs no offer. */
const isBegun = (name: string, typed: string) => name !== typed && (name.startsWith(typed) || name.includes(` ${typed}`));
