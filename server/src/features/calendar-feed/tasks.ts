import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Cursors } from "../../platform/cursors.ts";
import { recordId } from "../records/operations.ts";
import { listRecords } from "../records/index.ts";
import type { CompanySchema } from "../types/index.ts";

const TASK = "task";
/** Calendar programs read all of it again and again. The earliest come first; what is due later follows when those are done. */
const MOST = 500;
/** What is overdue for longer is on the page of tasks, and in no calendar that anybody looks at. */
const OVERDUE_DAYS = 90;

/** A member's open tasks with a due date, the earliest first. None where the company has no tasks with one. */
export async function dueTasks(call: Call<Member>, schema: CompanySchema, cursors: Cursors, baseUrl: string) {
  const type = schema.byKey.get(TASK);
  const due = type?.dateField;
  if (!type || !due) return [];
  const relations = type.fields.filter(({ relation, isReadOnly }) => relation && !isReadOnly);
  const { items } = await listRecords(call, schema, cursors, type, {
    filter: `${type.stageField ? "is:open " : ""}owner:@me ${due}>=-${OVERDUE_DAYS}d`,
    sort: due,
    fields: [due, ...relations.map(({ key }) => key)],
    count: "none",
    limit: MOST,
  });
  return items.flatMap(({ id, title, values, updated_at, version }) => {
    const day = values[due];
    if (typeof day !== "string") return [];
    const about = relations.flatMap(({ key, label }) => titlesIn(values[key]).map((one) => `${label}: ${one}`));
    const url = `${baseUrl}/records/${type.key}/${recordId.encode(id)}`;
    return [{ id: recordId.encode(id), url, title, about: about.join("\n"), due: day, updated_at, version }];
  });
}

const titlesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "title" in one ? [String(one.title)] : [],
  );
