import { createContext } from "react";
import type { RelatedValue } from "../record.ts";

/** Makes a record of a type, with nothing but its name. A refusal is thrown. */
export type CreateRelated = (type: string, name: string) => Promise<RelatedValue>;

/** Given by the feature that makes records. Without it, only records that are there can be chosen. */
export const CreateRelatedContext = createContext<CreateRelated | undefined>(undefined);

interface Findable {
  title: string;
  detail?: string;
}

const wordsOf = (text: string) => text.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "").split(/\s+/).filter(Boolean);

/** A number or an address finds a record that does not show it. */
const isName = (word: string) => /\p{L}/u.test(word) && !word.includes("@");

/** Whether what was typed is found: every word of it is in a name, or in what is shown beside it. A search answers with less, too. */
export function isFound(records: readonly Findable[], typed: string): boolean {
  const wanted = wordsOf(typed).filter(isName);
  return records.some(({ title, detail = "" }) => {
    const text = wordsOf(`${title} ${detail}`).join(" ");
    return wanted.every((word) => text.includes(word));
  });
}

/** Whether a record of exactly this name is there: then there is no reason to make another one. */
export const isNamed = (records: readonly Findable[], typed: string) =>
  records.some(({ title }) => wordsOf(title).join(" ") === wordsOf(typed).join(" "));
