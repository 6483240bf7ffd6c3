import type { KindFacts } from "@kith/filter/kinds";
import { missingText } from "../../features/leads/index.ts";

// What a visitor is told, in the company's voice. The script gets the words with the form and has none of its own for these.

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

export function whatIsWrong(count: number): string {
  const many = `${COUNTS[count] ?? count} answers need`;
  return `Not sent yet. ${count === 1 ? "One answer needs" : many} a look, the rest is kept.`;
}

/** For the script, which finds out how many are wrong: nothing for none, then a sentence for each count. */
export const countTexts = (most: number) => ["", ...Array.from({ length: most }, (_, at) => whatIsWrong(at + 1))].join("|");

/** What an answer looks like, where browsers have an opinion. */
const EXAMPLES: Record<string, string | undefined> = {
  email: "Enter an email address, such as name@example.com.",
  url: "Enter a web address, such as https://example.com.",
};

/** In place of the browser's words: the same to every visitor, in the language of the page. */
export function errorText(
  { shape, format }: KindFacts,
  { label, is_required: isRequired }: { label: string; is_required: boolean },
): string | undefined {
  return EXAMPLES[format ?? ""] ?? (isRequired ? missingText(label) : shape === "day" ? "Enter a whole date." : undefined);
}
