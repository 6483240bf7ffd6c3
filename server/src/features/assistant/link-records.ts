import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid } from "../../kernel/errors.ts";
import { lockWithLinks, referTo, saveRecords, type RecordRow } from "../records/index.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";

interface Wanted {
  record: string;
  field: string;
  add: string[];
  remove: string[];
}

/** Adds and removes related records on one field. They are given by id, name or email. */
export async function linkRecords(call: Call<Member>, schema: CompanySchema, type: TypeDefinition, wanted: Wanted): Promise<RecordRow> {
  const field = findField(type, wanted.field);
  if (!field?.relation || field.isReadOnly) {
    const able = type.fields.filter((one) => one.relation && !one.isReadOnly).map((one) => one.key);
    throw invalid([
      {
        pointer: "/field",
        message: `${type.labelPlural} have no relation ${JSON.stringify(wanted.field)} that can be set here.`,
        hint: `There are ${able.join(", ")}.`,
      },
    ]);
  }
  const other = schema.byKey.get(field.relation.type);
  const [row] = await referTo(call, schema, type, [wanted.record], "/record");
  if (!row || !other) throw invalid([{ pointer: "/record", message: "Record not found." }]);
  const add = (await referTo(call, schema, other, wanted.add, "/add")).map((one) => one.id);
  const remove = new Set((await referTo(call, schema, other, wanted.remove, "/remove")).map((one) => one.id));
  const old = (await lockWithLinks(call, schema, [row.id])).get(row.id);
  if (!old || old.row.deleted_at) throw invalid([{ pointer: "/record", message: "The record has just been moved to the trash." }]);
  const now = old.links[field.key] ?? [];
  const given = { [field.key]: [...new Set([...now, ...add])].filter((id) => !remove.has(id)) };
  const [outcome] = await saveRecords(call, schema, type, [{ old, given, pointer: "" }]);
  if (!outcome || outcome.fieldErrors.length > 0) throw invalid(outcome?.fieldErrors ?? []);
  return outcome.row;
}
