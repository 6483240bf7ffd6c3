import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { statement } from "../../../kernel/database.ts";
import { notFound } from "../../../kernel/errors.ts";
import { namedIn } from "../../members/index.ts";

/** Somebody who is mentioned, as it is stored. */
export interface Mention {
  id: string;
  /** The name after the @ when it was written. Null: the text does not name them. */
  written: string | null;
}

const MAX_MENTIONS = 50;
const PEOPLE = statement("notes.people", "select id, name, disabled_at is not null as is_disabled from users where company_id = $1");

const peopleOf = ({ tx, actor }: Call<Member>) => tx.query<{ id: string; name: string; is_disabled: boolean }>(PEOPLE, [actor.companyId]);

/** Mentions of these members. Who was mentioned before may stay; anybody else must be able to sign in. */
export async function mentionsOf(call: Call<Member>, text: string, ids: string[], before: Mention[] = []): Promise<Mention[]> {
  if (ids.length === 0) return [];
  const known = new Map(before.map((one) => [one.id, one.written]));
  const people = (await peopleOf(call)).filter(({ id }) => ids.includes(id));
  const named = new Map(namedIn(text, people).map((one) => [one.id, one.written]));
  return [...new Set(ids)].map((id) => {
    const person = people.find((one) => one.id === id);
    if (!known.has(id) && (!person || person.is_disabled)) throw notFound("Member");
    const old = known.get(id);
    return { id, written: named.get(id) ?? (old && text.includes(`@${old}`) ? old : null) };
  });
}

/** Whom a text names, for who writes nothing but the text. */
export async function mentionsByName(call: Call<Member>, text: string): Promise<Mention[]> {
  if (!text.includes("@")) return [];
  const people = (await peopleOf(call)).filter((person) => !person.is_disabled);
  return namedIn(text, people).slice(0, MAX_MENTIONS);
}

export const isSamePeople = (some: Mention[], others: Mention[]) =>
  some.length === others.length && some.every(({ id }) => others.some((one) => one.id === id));
