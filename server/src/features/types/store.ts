import type { FieldKind } from "@kith/filter/kinds";
import { DEFAULT_FORMATS } from "@kith/filter/values";
import { statement, type Tx } from "../../kernel/database.ts";
import { namedStatement } from "../../platform/postgres/named-statement.ts";
import type { OptionDefinition } from "./definition.ts";
import { type FormatRow, rowOfFormats } from "./formats.ts";

export interface TypeRow {
  id: string;
  key: string;
  label: string;
  label_plural: string;
  icon: string;
  stage_field: string | null;
  amount_field: string | null;
  date_field: string | null;
  position: number;
}

export interface FieldRow {
  id: string;
  type_id: string;
  key: string;
  label: string;
  type: FieldKind;
  is_multi: boolean;
  is_required: boolean;
  is_unique: boolean;
  is_domain: boolean;
  options: OptionDefinition[] | null;
  related_type_id: string | null;
  inverse_key: string | null;
  inverse_label: string | null;
  position: number;
}

const TYPES = statement(
  "types.list",
  `select id, key, label, label_plural, icon, stage_field, amount_field, date_field, position from record_types
   where company_id = $1 and (retired_at is null or key = $2) order by position, id`,
);
const FIELDS = statement(
  "types.fields",
  `select id, type_id, key, label, type, is_multi, is_required, is_unique, is_domain, options, related_type_id, inverse_key, inverse_label, position from fields
   where company_id = $1 and retired_at is null order by position, id`,
);

export const listTypes = (tx: Tx, companyId: string, withRetired?: string) => tx.query<TypeRow>(TYPES, [companyId, withRetired ?? null]);
export const listFields = (tx: Tx, companyId: string) => tx.query<FieldRow>(FIELDS, [companyId]);

export async function companyVersion(tx: Tx, companyId: string) {
  const [row] = await tx.query<FormatRow & { schema_version: number; time_zone: string }>(
    "select schema_version, time_zone, currency, number_format, date_format, week_start, language, country from companies where id = $1",
    [companyId],
  );
  return row ?? { schema_version: 0, time_zone: "UTC", ...rowOfFormats(DEFAULT_FORMATS) };
}

const STATE = statement(
  "types.company_state",
  'select schema_version as "schemaVersion", time_zone as "timeZone" from companies where id = $1',
);

/** What a member's identity says about their company. */
export async function companyState(tx: Tx, companyId: string) {
  const [row] = await tx.query<{ schemaVersion: number; timeZone: string }>(STATE, [companyId]);
  return row ?? { schemaVersion: 0, timeZone: "UTC" };
}

/** What one unit of each other currency is worth in the company's own. */
export const listRates = (tx: Tx, companyId: string) =>
  tx.query<{ currency: string; rate: string }>("select currency, rate from currency_rates where company_id = $1 order by currency", [
    companyId,
  ]);

/** Locks the company's schema against other changes, and increments its version. */
export async function bumpVersion(tx: Tx, companyId: string): Promise<void> {
  await tx.query("update companies set schema_version = schema_version + 1 where id = $1", [companyId]);
}

const INSERT_TYPE = namedStatement(
  "types.insert",
  ["company", "id", "key", "label", "label_plural", "icon", "stage_field", "amount_field", "date_field", "position", "now"],
  `insert into record_types (company_id, id, key, label, label_plural, icon, stage_field, amount_field, date_field, position, created_at)
   values (:company, :id, :key, :label, :label_plural, :icon, :stage_field, :amount_field, :date_field, :position, :now)`,
);

export async function insertType(tx: Tx, companyId: string, row: TypeRow, now: Date): Promise<void> {
  await tx.query(INSERT_TYPE.statement, INSERT_TYPE.values({ ...row, company: companyId, now }));
}

export async function insertFields(tx: Tx, companyId: string, rows: FieldRow[], now: Date): Promise<void> {
  await tx.query(
    `insert into fields (company_id, id, type_id, key, label, type, is_multi, is_required, is_unique, is_domain, options, related_type_id, inverse_key, inverse_label, position, created_at)
     select $1, f.id, f.type_id, f.key, f.label, f.type, f.is_multi, f.is_required, f.is_unique, f.is_domain, f.options, f.related_type_id, f.inverse_key, f.inverse_label, f.position, $3
     from jsonb_to_recordset($2::jsonb) as f (id uuid, type_id uuid, key text, label text, type text, is_multi boolean, is_required boolean,
       is_unique boolean, is_domain boolean, options jsonb,
       related_type_id uuid, inverse_key text, inverse_label text, position integer)`,
    [companyId, JSON.stringify(rows), now],
  );
}

/** A type, retired or not. */
export async function findType(tx: Tx, companyId: string, key: string): Promise<(TypeRow & { retired_at: Date | null }) | undefined> {
  const [row] = await tx.query<TypeRow & { retired_at: Date | null }>("select * from record_types where company_id = $1 and key = $2", [
    companyId,
    key,
  ]);
  return row;
}

/** The field of each typed column. Locked until the end of the transaction. */
export async function lockRoles(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<Record<"stage" | "amount" | "due_at", string | null> | undefined> {
  const [row] = await tx.query<Record<"stage" | "amount" | "due_at", string | null>>(
    "select stage_field as stage, amount_field as amount, date_field as due_at from record_types where company_id = $1 and id = $2 for share",
    [companyId, id],
  );
  return row;
}

type TypeChange = Omit<TypeRow, "key" | "position"> & { retired_at: Date | null };

export async function updateType(tx: Tx, companyId: string, row: TypeChange): Promise<void> {
  await tx.query(
    `update record_types set label = $3, label_plural = $4, icon = $5, stage_field = $6, amount_field = $7, date_field = $8, retired_at = $9
     where company_id = $1 and id = $2`,
    [companyId, row.id, row.label, row.label_plural, row.icon, row.stage_field, row.amount_field, row.date_field, row.retired_at],
  );
}

/** Renumbers types or fields in the order of these ids. */
export async function order(tx: Tx, companyId: string, table: "record_types" | "fields", ids: string[]): Promise<void> {
  await tx.query(
    `update ${table} set position = place.at - 1 from unnest($2::uuid[]) with ordinality as place (id, at)
     where company_id = $1 and ${table}.id = place.id`,
    [companyId, ids],
  );
}

type FieldChange = Pick<FieldRow, "id" | "label" | "is_required" | "is_unique" | "is_domain" | "options" | "inverse_label"> & {
  retired_at: Date | null;
};

export async function updateField(tx: Tx, companyId: string, change: FieldChange): Promise<void> {
  const { id, label, options, inverse_label: inverseLabel, retired_at: retiredAt } = change;
  await tx.query(
    `update fields set label = $3, is_required = $4, options = $5, inverse_label = $6, retired_at = $7, is_unique = $8, is_domain = $9
     where company_id = $1 and id = $2`,
    [
      companyId,
      id,
      label,
      change.is_required,
      options && JSON.stringify(options),
      inverseLabel,
      retiredAt,
      change.is_unique,
      change.is_domain,
    ],
  );
}

/** A field, retired or not. */
export async function findField(
  tx: Tx,
  companyId: string,
  typeId: string,
  key: string,
): Promise<(FieldRow & { retired_at: Date | null }) | undefined> {
  const [row] = await tx.query<FieldRow & { retired_at: Date | null }>(
    "select * from fields where company_id = $1 and type_id = $2 and key = $3",
    [companyId, typeId, key],
  );
  return row;
}

type RetiredType = Pick<TypeRow, "key" | "label_plural" | "icon"> & { retired_at: Date };
type RetiredField = Pick<FieldRow, "key" | "label"> & { type: string; field_type: FieldKind; retired_at: Date };

export const listRetiredTypes = (tx: Tx, companyId: string) =>
  tx.query<RetiredType>(
    "select key, label_plural, icon, retired_at from record_types where company_id = $1 and retired_at is not null order by label_plural, id",
    [companyId],
  );

export const listRetiredFields = (tx: Tx, companyId: string) =>
  tx.query<RetiredField>(
    `select t.key as type, f.key, f.label, f.type as field_type, f.retired_at
     from fields f join record_types t on t.company_id = f.company_id and t.id = f.type_id
     where f.company_id = $1 and f.retired_at is not null and t.retired_at is null order by f.label, f.id`,
    [companyId],
  );
