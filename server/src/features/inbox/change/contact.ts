import { KINDS } from "@kith/filter/kinds";
import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { findKnown, findRecords, refusalOf, saveRecords } from "../../records/index.ts";
import type { CompanySchema, Schemas, TypeDefinition } from "../../types/index.ts";
import type { Address } from "../conversation-store.ts";

const CONTACT = "contact";

/** Records that a conversation names must be there, and not in the trash. */
export async function checkRecords({ tx, actor }: Call<Member>, schema: CompanySchema, ids: string[], type?: string): Promise<void> {
  const rows = (await findRecords(tx, actor.companyId, ids)).filter(
    (row) => !row.deleted_at && (type === undefined || schema.byId.get(row.type_id)?.key === type),
  );
  if (rows.length < new Set(ids).size) throw notFound("Record");
}

interface Wanted {
  contact?: string | null | undefined;
  name?: string | undefined;
}

/** The contact that was named, or the one with this address, or a new one. */
export async function contactFor(call: Call<Member>, schemas: Schemas, from: Address | null, wanted: Wanted): Promise<string | null> {
  const schema = await schemas.of(call);
  if (wanted.contact !== undefined) {
    if (wanted.contact !== null) await checkRecords(call, schema, [wanted.contact], CONTACT);
    return wanted.contact;
  }
  const type = schema.byKey.get(CONTACT);
  if (!type || !from) throw conflict("no_sender", "Nobody wrote in this conversation yet. Name a contact that exists.");
  const address = addressValue(type, from.address);
  const [known] = await findKnown(call, type, address, { isLocking: true });
  if (known) return known.id;
  const given = { name: wanted.name || from.name || from.address, ...address };
  const [outcome] = await saveRecords(call, schema, type, [{ old: undefined, given, pointer: "" }]);
  if (!outcome) throw notFound("Record");
  if (outcome.fieldErrors.length > 0) throw refusalOf(outcome.fieldErrors);
  return outcome.row.id;
}

/** The address as a value of the field that holds such addresses. */
function addressValue(type: TypeDefinition, address: string): Record<string, string[]> {
  const isEmail = address.includes("@");
  const field = type.fields.find((one) => KINDS[one.kind].identifier === (isEmail ? "email" : "phone") && one.isList && !one.isReadOnly);
  return field ? { [field.key]: [isEmail ? address.toLowerCase() : address] } : {};
}
