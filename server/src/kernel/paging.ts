import { z } from "zod";

const PAGE_DEFAULT = 25;
const PAGE_MOST = 100;

/** The two inputs every list has. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(PAGE_MOST).default(PAGE_DEFAULT).describe("How many at most"),
  cursor: z.string().max(500).optional().describe("next_cursor of the page before"),
};

/** The shape every list answers in. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    items: z.array(row),
    next_cursor: z.string().nullable().describe("Ask again with it as cursor; null on the last page"),
  });
