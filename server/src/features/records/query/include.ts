import type { Member } from "../../../kernel/actor.ts";
import type { Call } from "../../../kernel/call.ts";
import { invalid } from "../../../kernel/errors.ts";
import { findField, type CompanySchema, type FieldDefinition, type TypeDefinition } from "../../types/index.ts";
import { unknownFieldError } from "../find-by-name.ts";
import { presentRecords } from "../present.ts";
import * as store from "../store.ts";

/** In one answer: a page of organizations could otherwise bring all contacts of the company. */
const MAX_INCLUDED = 500;

/** The records that these ones are related to by the named fields, each once. Nothing where nothing was asked for. */
export async function includeRelated(
  { tx, actor }: Call<Member>,
  schema: CompanySchema,
  type: TypeDefinition,
  records: { id: string }[],
  names: string[] | undefined,
) {
  if (!names) return {};
  const places = names.map((name, at) => relationNamed(type, name, `/include/${at}`).place);
  const fieldIds = (direction: "out" | "in") =>
    places.flatMap((place) => (place.kind === "links" && place.direction === direction ? [place.fieldId] : []));
  const ids = await store.relatedTo(tx, actor.companyId, {
    ids: records.map((one) => one.id),
    out: fieldIds("out"),
    in: fieldIds("in"),
    limit: MAX_INCLUDED + 1,
  });
  if (ids.length > MAX_INCLUDED)
    throw invalid([
      {
        pointer: "/include",
        message: `More than ${MAX_INCLUDED} records would be included.`,
        hint: "Ask for fewer records with limit, or list the related ones with a filter.",
      },
    ]);
  const rows = await store.find(tx, actor.companyId, ids);
  const known = rows.filter((row) => schema.byId.has(row.type_id));
  return { included: await presentRecords(tx, actor.companyId, schema, known) };
}

function relationNamed(type: TypeDefinition, name: string, pointer: string): FieldDefinition {
  const field = findField(type, name);
  if (!field) throw invalid([{ pointer, ...unknownFieldError(type, name) }]);
  if (field.shape === "record") return field;
  const relations = type.fields.filter((one) => one.shape === "record").map((one) => one.key);
  const message = `${field.key} is not a relation, so it has no records to include.`;
  throw invalid([{ pointer, message, ...(relations.length > 0 ? { hint: `Relations are ${relations.join(", ")}.` } : {}) }]);
}
