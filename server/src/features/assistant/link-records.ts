import { fold } from "@kith/filter";
import type { Member } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import { invalid, type FieldError } from "../../kernel/errors.ts";
import { lockWithLinks, referencesTo, saveRecords, titlesOf, type RecordRow } from "../records/index.ts";
import { recordId } from "../records/operations.ts";
import { findField, type CompanySchema, type TypeDefinition } from "../types/index.ts";

const MAX_SHOWN = 10;

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
  const own = await referencesTo(call, schema, type, [wanted.record]);
  const added = other ? await referencesTo(call, schema, other, wanted.add) : own;
  const id = own.ids.get(wanted.record);
  const old = id ? (await lockWithLinks(call, schema, [id])).get(id) : undefined;
  const now = old?.links[field.key] ?? [];
  const removed = other ? await amongLinked(call, schema, other, now, wanted.remove) : { ids: [], fieldErrors: [] };
  // All at once: a caller who learns of one error with each call needs as many calls.
  const fieldErrors = [
    ...[...own.fieldErrors.values()].map((one) => ({ pointer: "/record", ...one })),
    ...[...added.fieldErrors.values()].map((one) => ({ pointer: "/add", ...one })),
    ...(old ? removed.fieldErrors : []),
  ];
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  if (!old || old.row.deleted_at) throw invalid([{ pointer: "/record", message: "The record has just been moved to the trash." }]);
  const add = wanted.add.flatMap((one) => added.ids.get(one) ?? []);
  const given = { [field.key]: [...new Set([...now, ...add])].filter((one) => !removed.ids.includes(one)) };
  const [outcome] = await saveRecords(call, schema, type, [{ old, given, pointer: "" }]);
  if (!outcome || outcome.fieldErrors.length > 0) throw invalid(outcome?.fieldErrors ?? []);
  return outcome.row;
}

/** Which of the linked records are meant. A name that two records have means the one that is linked. */
async function amongLinked(call: Call<Member>, schema: CompanySchema, other: TypeDefinition, linked: string[], references: string[]) {
  const titles = linked.length > 0 && references.length > 0 ? await titlesOf(call.tx, call.actor.companyId, linked) : [];
  const byName = (name: string) => titles.filter(({ title }) => fold(title) === fold(name)).map(({ id }) => id);
  const rest = await referencesTo(
    call,
    schema,
    other,
    references.filter((name) => byName(name).length !== 1),
  );
  const ids: string[] = [];
  const fieldErrors: FieldError[] = [];
  for (const name of references) {
    const [one, another] = byName(name);
    const id = one && !another ? one : rest.ids.get(name);
    if (id && linked.includes(id)) ids.push(id);
    else
      fieldErrors.push({
        pointer: "/remove",
        message: `${JSON.stringify(name)} ${another ? "means several of those that are linked here." : "is not linked here."}`,
        hint: titles.length > 0 ? "Give the id of one of `candidates`, which are linked." : "Nothing is linked here.",
        ...(titles.length > 0
          ? { candidates: titles.slice(0, MAX_SHOWN).map((row) => ({ id: recordId.encode(row.id), detail: row.title })) }
          : {}),
      });
  }
  return { ids, fieldErrors };
}
