import type { System } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { newId } from "../../../platform/random.ts";
import { planRecords, writeRecords, type RecordChange, type RecordRow } from "../../records/index.ts";
import type { CompanySchema, TypeDefinition } from "../../types/index.ts";
import { valuesOf, withoutRefused, type Draft } from "./draft.ts";

/** A lead to be, and the contact it is from, if one is known. */
export interface NewLead {
  draft: Draft;
  contact: string | undefined;
  organization: string | undefined;
}

export type Created = { row: RecordRow; operationId: string } | { failure: string };

const MAX_ROUNDS = 3;

/**
 * Creates leads, each as an operation of its own, so that each can be undone. A value that its field refuses moves into the message: no
 * lead is lost because of a phone number.
 */
export async function createLeads(call: Call<System>, schema: CompanySchema, type: TypeDefinition, leads: NewLead[]): Promise<Created[]> {
  const created: Created[] = [];
  let open = leads.map((lead, at) => ({ ...lead, at, operationId: newId() }));
  for (let round = 1; open.length > 0 && round <= MAX_ROUNDS; round++) {
    const planned = await planRecords(
      call,
      schema,
      type,
      open.map((one) => changeOf(type, one)),
    );
    await writeRecords(call, schema, type, planned);
    const again: typeof open = [];
    for (const [index, { row, fieldErrors }] of planned.entries()) {
      const one = open[index];
      const [error] = fieldErrors;
      if (!one) continue;
      const refused = new Set(fieldErrors.map(({ pointer }) => pointer.slice(1)).filter((key) => isGiven(one.draft, key)));
      if (!error) created[one.at] = { row, operationId: one.operationId };
      else if (refused.size > 0 && round < MAX_ROUNDS) again.push({ ...one, draft: withoutRefused(type, one.draft, refused) });
      else created[one.at] = { failure: `The lead cannot be saved: ${error.message}` };
    }
    open = again;
  }
  return created;
}

const isGiven = ({ given, own }: Draft, key: string) => key !== "name" && (key in given || key in own);

function changeOf(type: TypeDefinition, { draft, contact, organization, operationId }: NewLead & { operationId: string }): RecordChange {
  const pointsAt = (key: string, id: string | undefined) =>
    id && type.fields.some((field) => field.key === key && field.relation?.type === key && !field.isReadOnly) ? { [key]: [id] } : {};
  return {
    old: undefined,
    given: valuesOf(type, draft),
    kept: { ...pointsAt("contact", contact), ...pointsAt("organization", organization) },
    pointer: "",
    operationId,
  };
}
