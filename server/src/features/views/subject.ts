import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { checkQueue } from "../inbox/index.ts";
import { checkView, typeNamed } from "../records/index.ts";
import type { Schemas } from "../types/index.ts";
import { CONVERSATION, type ViewRow } from "./store.ts";

/** What a view lists: the records of a type, or conversations. */
export interface Subject {
  key: string;
  /** The type's; null: conversations, which are no record type. */
  typeId: string | null;
  /** Refuses a view that could not be shown. */
  check(view: Pick<ViewRow, "filter" | "sort" | "columns" | "group_by" | "layout">): Promise<void>;
  /** Where on the site it is shown. */
  path: string;
  /** In its address. */
  parameter: string;
}

export async function subjectNamed(call: Call<Member>, schemas: Schemas, name: string): Promise<Subject> {
  const schema = await schemas.of(call);
  // A company may have had a type of this name before there were queues.
  if (name === CONVERSATION && !schema.byKey.has(CONVERSATION))
    return { key: CONVERSATION, typeId: null, check: (view) => checkQueue(call, schemas, view), path: "/inbox", parameter: "queue" };
  const type = typeNamed(schema, name);
  return {
    key: type.key,
    typeId: type.id,
    check: (view) => checkView(call, schema, type, view),
    path: `/records/${type.key}`,
    parameter: "view",
  };
}
