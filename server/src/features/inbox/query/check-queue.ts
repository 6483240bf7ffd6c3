import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Schemas } from "../../types/index.ts";
import { MAX_FILTER, SORTS } from "../shapes.ts";
import { sightOf } from "../sight.ts";
import { readConversationFilter } from "./read-filter.ts";

interface Queue {
  filter: string;
  sort: string;
  columns: string[];
  group_by: string;
  layout: string;
}

/** Refuses a saved queue that could not be listed. */
export async function checkQueue(call: Call<Member>, schemas: Schemas, { filter, sort, columns, group_by, layout }: Queue): Promise<void> {
  const wrong = (pointer: string, message: string) => invalid([{ pointer, message }]);
  if (filter.length > MAX_FILTER) throw wrong("/filter", `A filter of conversations has at most ${MAX_FILTER} characters.`);
  if (sort !== "" && !SORTS.some((one) => one === sort)) throw wrong("/sort", `Conversations are sorted by one of ${SORTS.join(", ")}.`);
  if (columns.length > 0) throw wrong("/columns", "A queue has no columns.");
  if (group_by !== "") throw wrong("/group_by", "A queue is not grouped by a field.");
  if (layout !== "table") throw wrong("/layout", "A queue is a list.");
  await readConversationFilter(call, schemas, await sightOf(call), filter);
}
