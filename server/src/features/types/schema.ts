import { isList, KINDS, type FieldKind } from "@kith/filter/kinds";
import type { Author } from "../../kernel/actor.ts";
import type { Call } from "../../kernel/call.ts";
import type { Tx } from "../../kernel/database.ts";
import type { CompanySchema, FieldDefinition, Place, TypeDefinition } from "./definition.ts";
import { formatsOf } from "./formats.ts";
import * as store from "./store.ts";

// Of all companies together: some 30 MB. The starting types have fewer than 100 fields, so a worker knows a thousand companies.
const MAX_FIELDS_KEPT = 100_000;

export interface Schemas {
  /**
   * The types of the caller's company. Read once per version: the number comes with a member's identity, fresh on every call. The
   * service itself has none and asks for it.
   */
  of(call: Pick<Call<Author>, "actor" | "tx">): Promise<CompanySchema>;
}

/** Caches each company's types by version. Types change rarely, and every call needs them. */
export function createSchemas(): Schemas {
  const kept = new Map<string, CompanySchema>();
  let fieldsKept = 0;
  const forget = (companyId: string) => {
    fieldsKept -= fieldsOf(kept.get(companyId));
    kept.delete(companyId);
  };
  return {
    async of({ actor, tx }) {
      const { companyId } = actor;
      const current = actor.kind === "member" ? actor.company : await store.companyState(tx, companyId);
      const known = kept.get(companyId);
      if (known && known.version === current.schemaVersion && known.timeZone === current.timeZone) return known;
      const schema = await readSchema(tx, companyId);
      forget(companyId);
      kept.set(companyId, schema);
      fieldsKept += fieldsOf(schema);
      for (const oldest of kept.keys()) {
        if (fieldsKept <= MAX_FIELDS_KEPT || oldest === companyId) break;
        forget(oldest);
      }
      return schema;
    },
  };
}

const fieldsOf = (schema: CompanySchema | undefined) => (schema?.types ?? []).reduce((sum, { fields }) => sum + fields.length, 0);

/** The company's types as they are, or as they would be if a retired one were restored. */
export async function readSchema(tx: Tx, companyId: string, withRetired?: string): Promise<CompanySchema> {
  const [{ schema_version: version, time_zone: timeZone, ...formats }, typeRows, fieldRows, rates] = await Promise.all([
    store.companyVersion(tx, companyId),
    store.listTypes(tx, companyId, withRetired),
    store.listFields(tx, companyId),
    store.listRates(tx, companyId),
  ]);
  const keyOf = new Map(typeRows.map((type) => [type.id, type.key]));
  const types = typeRows.map((type) => defineType(type, fieldRows, keyOf));
  return {
    version,
    timeZone,
    formats: formatsOf(formats),
    rates: new Map(rates.map(({ currency, rate }) => [currency, rate])),
    types,
    byKey: new Map(types.map((type) => [type.key, type])),
    byId: new Map(types.map((type) => [type.id, type])),
  };
}

function defineType(row: store.TypeRow, fieldRows: store.FieldRow[], keyOf: Map<string, string>): TypeDefinition {
  // A relation to a retired type is hidden with the type.
  const isThere = (field: store.FieldRow) => field.related_type_id === null || keyOf.has(field.related_type_id);
  const own = fieldRows.filter((field) => field.type_id === row.id && isThere(field)).map((field) => ownField(field, row, keyOf));
  const inverse = fieldRows
    .filter((field) => field.related_type_id === row.id && field.inverse_key && keyOf.has(field.type_id))
    .map((field) => inverseField(field, keyOf));
  // A field that the company made before there were such times keeps its key.
  const times = row.stage_field ? [...STAGE_TIMES, LAST_ACTIVITY_AT] : [LAST_ACTIVITY_AT];
  return {
    id: row.id,
    key: row.key,
    label: row.label,
    labelPlural: row.label_plural,
    icon: row.icon,
    stageField: row.stage_field,
    amountField: row.amount_field,
    dateField: row.date_field,
    fields: [
      NAME,
      OWNER,
      ...own,
      ...inverse,
      ...times.filter((time) => !own.some((field) => field.key === time.key)),
      CREATED_AT,
      UPDATED_AT,
    ],
  };
}

const ofKind = (kind: FieldKind) => ({ kind, shape: KINDS[kind].shape, isList: isList(KINDS[kind]) });

function ownField(field: store.FieldRow, type: store.TypeRow, keyOf: Map<string, string>): FieldDefinition {
  const related = field.related_type_id ? keyOf.get(field.related_type_id) : undefined;
  return {
    id: field.id,
    key: field.key,
    label: field.label,
    ...ofKind(field.type),
    isMulti: field.is_multi || KINDS[field.type].several === "always",
    isRequired: field.is_required,
    isReadOnly: false,
    isUnique: field.is_unique,
    isDomain: field.is_domain,
    options: field.options,
    relation: related ? { type: related, isMany: field.is_multi, inverse: field.inverse_key } : null,
    place: placeOf(field, type),
  };
}

function placeOf(field: store.FieldRow, type: store.TypeRow): Place {
  if (KINDS[field.type].shape === "record") return { kind: "links", fieldId: field.id, direction: "out" };
  if (field.key === type.stage_field) return { kind: "column", column: "stage" };
  if (field.key === type.amount_field) return { kind: "column", column: "amount" };
  if (field.key === type.date_field) return { kind: "column", column: "due_at" };
  if (type.key === "contact" && field.key === "last_contacted" && field.type === "datetime")
    return { kind: "column", column: "last_contacted" };
  return { kind: "data" };
}

/** A relation seen from its other end: always many, and changed from the end that declares it. */
function inverseField(field: store.FieldRow, keyOf: Map<string, string>): FieldDefinition {
  return {
    id: null,
    key: field.inverse_key ?? "",
    label: field.inverse_label ?? field.inverse_key ?? "",
    ...ofKind(field.type),
    isMulti: true,
    isRequired: false,
    isReadOnly: true,
    isUnique: false,
    isDomain: false,
    options: null,
    relation: { type: keyOf.get(field.type_id) ?? "", isMany: true, inverse: field.key },
    place: { kind: "links", fieldId: field.id, direction: "in" },
  };
}

const builtIn = (
  key: string,
  label: string,
  kind: FieldKind,
  column: Extract<Place, { kind: "column" }>["column"],
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  id: null,
  key,
  label,
  ...ofKind(kind),
  isMulti: false,
  isRequired: false,
  isReadOnly: false,
  isUnique: false,
  isDomain: false,
  options: null,
  relation: null,
  place: { kind: "column", column },
  ...more,
});

const NAME = builtIn("name", "Name", "text", "title", { isRequired: true });
const OWNER = builtIn("owner", "Owner", "user", "owner_id");
const STAGE_TIMES = [
  builtIn("stage_entered_at", "In stage since", "datetime", "stage_entered_at", { isReadOnly: true }),
  builtIn("won_at", "Won on", "datetime", "won_at", { isReadOnly: true }),
  builtIn("lost_at", "Lost on", "datetime", "lost_at", { isReadOnly: true }),
];
const LAST_ACTIVITY_AT = builtIn("last_activity_at", "Last activity", "datetime", "last_activity_at", { isReadOnly: true });
const CREATED_AT = builtIn("created_at", "Created", "datetime", "created_at", { isReadOnly: true });
const UPDATED_AT = builtIn("updated_at", "Updated", "datetime", "updated_at", { isReadOnly: true });
