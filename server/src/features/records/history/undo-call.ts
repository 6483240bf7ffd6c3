import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { eventsOfOperation, noteUndone, type ListedEvent } from "../../events/index.ts";
import type { CompanySchema } from "../../types/index.ts";
import { undoOperation } from "./undo.ts";

/** How another feature takes back its own part of a call. It builds on records, so it is handed in. */
export interface OtherUndo {
  /** What its changes are about. */
  subjectTypes: readonly string[];
  /** Operations of its own that take something back: the last change is never one of them. */
  undoes: readonly string[];
  /** Takes back what a call did to its things. Answers how many there were. */
  run(call: Call<Member>, operationId: string): Promise<number>;
}

const RECORD = "rec";
// Of a call with more events than these, the others are of the same kind.
const LOOKED_AT = 500;

/** Undoes what one call did: to records, to conversations, or to both. */
export async function undoCall(call: Call<Member>, schema: CompanySchema, others: OtherUndo, operationId: string, only?: string[]) {
  const events = await eventsOfOperation(call.tx, call.actor.companyId, operationId, undefined, LOOKED_AT);
  const types = new Set(events.map(({ subject_type }) => subject_type));
  const isOther = only === undefined && others.subjectTypes.some((type) => types.has(type));
  // First what refers to records: a contact that the call made is given up, and then put away.
  const conversations = isOther ? await others.run(call, operationId) : 0;
  const isOtherOnly = isOther && !types.has(RECORD);
  const { records } = isOtherOnly ? { records: 0 } : await undoOperation(call, schema, operationId, only);
  if (!only) await noteUndone(call, operationId);
  const about = events
    .toSorted((one, other) => Number(one.place) - Number(other.place))
    .filter(({ subject_type: type, subject_id: id }) => (only ? only.includes(id) : type === RECORD || others.subjectTypes.includes(type)));
  return { operation_id: call.operationId, records, conversations, undone: tellFirst(about) };
}

const MAX_NAMED = 5;

/** What a call had done, in the shape in which operations are listed. */
function tellFirst(events: ListedEvent[]) {
  const records = new Map<string, { id: string; type: string; title: string }>();
  for (const { subject_type, subject_id: id, subject_name: title, data } of events)
    if (subject_type === RECORD && records.size < MAX_NAMED)
      records.set(id, { id, type: (data as { type: string }).type, title: title ?? "" });
  return { kinds: [...new Set(events.map(({ type }) => type))].toSorted(), records: [...records.values()] };
}
