import { z } from "zod";
import { schemaNames } from "../kernel/operation.ts";

const PAGE_DEFAULT = 25;
const MAX_PAGE = 100;
// Three values to sort by, one of them a title of 500 characters in any alphabet.
const MAX_CURSOR = 6_000;

/** Why a longer page is refused, and how to get the rest. */
export const atMost = (most: number) =>
  `At most ${most} at once. For more, ask again with \`cursor\`, which is the next_cursor of the answer.`;

/** The two inputs every list has. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE, atMost(MAX_PAGE)).default(PAGE_DEFAULT).describe("How many at most"),
  cursor: z.string().max(MAX_CURSOR).optional().describe("next_cursor of the page before"),
};

/** A list of words: a JSON array, or in a query string a repeated parameter or one with commas. */
export const wordList = (word: z.ZodString, max: number) =>
  z.preprocess((given) => (typeof given === "string" ? given.split(",").filter(Boolean) : given), z.array(word).max(max).optional());

/** The output of every list. A page of what has a name has one too: `MemberPage`. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  const page = z.strictObject({
    items: z.array(row),
    next_cursor: z.string().nullable().describe("Ask again with it as cursor; null on the last page"),
  });
  const named = schemaNames.get(row);
  return named ? page.register(schemaNames, { name: `${named.name}Page` }) : page;
}
