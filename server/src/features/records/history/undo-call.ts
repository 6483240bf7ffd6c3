import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { eventsOfOperation, noteUndone } from "../../events/index.ts";
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
  return { operation_id: call.operationId, records, conversations };
}
