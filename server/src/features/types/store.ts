import { statement, type Tx } from "../../kernel/database.ts";
import type { FieldKind, OptionDefinition } from "./definition.ts";

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
  options: OptionDefinition[] | null;
  related_type_id: string | null;
  inverse_key: string | null;
  inverse_label: string | null;
  position: number;
}

const TYPES = statement(
  "types.list",
  `select id, key, label, label_plural, icon, stage_field, amount_field, date_field, position from record_types
   where company_id = $1 and retired_at is null order by position, id`,
);
const FIELDS = statement(
  "types.fields",
  `select id, type_id, key, label, type, is_multi, is_required, options, related_type_id, inverse_key, inverse_label, position from fields
   where company_id = $1 and retired_at is null order by position, id`,
);

export const listTypes = (tx: Tx, companyId: string) => tx.query<TypeRow>(TYPES, [companyId]);
export const listFields = (tx: Tx, companyId: string) => tx.query<FieldRow>(FIELDS, [companyId]);

export async function companyVersion(tx: Tx, companyId: string) {
  const [row] = await tx.query<{ schema_version: number; currency: string }>(
    "select schema_version, currency from companies where id = $1",
    [companyId],
  );
  return row ?? { schema_version: 0, currency: "EUR" };
}

/** Locks the company's schema against other changes, and counts this one. */
export async function bumpVersion(tx: Tx, companyId: string): Promise<void> {
  await tx.query("update companies set schema_version = schema_version + 1 where id = $1", [companyId]);
}

export async function insertType(tx: Tx, companyId: string, row: TypeRow, now: Date): Promise<void> {
  await tx.query(
    `insert into record_types (company_id, id, key, label, label_plural, icon, stage_field, amount_field, date_field, position, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      companyId,
      row.id,
      row.key,
      row.label,
      row.label_plural,
      row.icon,
      row.stage_field,
      row.amount_field,
      row.date_field,
      row.position,
      now,
    ],
  );
}

export async function insertFields(tx: Tx, companyId: string, rows: FieldRow[], now: Date): Promise<void> {
  await tx.query(
    `insert into fields (company_id, id, type_id, key, label, type, is_multi, is_required, options, related_type_id, inverse_key, inverse_label, position, created_at)
     select $1, f.id, f.type_id, f.key, f.label, f.type, f.is_multi, f.is_required, f.options, f.related_type_id, f.inverse_key, f.inverse_label, f.position, $3
     from jsonb_to_recordset($2::jsonb) as f (id uuid, type_id uuid, key text, label text, type text, is_multi boolean, is_required boolean, options jsonb,
       related_type_id uuid, inverse_key text, inverse_label text, position integer)`,
    [companyId, JSON.stringify(rows), now],
  );
}

export async function updateType(tx: Tx, companyId: string, row: Pick<TypeRow, "id" | "label" | "label_plural" | "icon">): Promise<void> {
  await tx.query("update record_types set label = $3, label_plural = $4, icon = $5 where company_id = $1 and id = $2", [
    companyId,
    row.id,
    row.label,
    row.label_plural,
    row.icon,
  ]);
}

interface FieldChange {
  id: string;
  label: string;
  isRequired: boolean;
  options: OptionDefinition[] | null;
  position: number | null;
  retiredAt: Date | null;
}

export async function updateField(tx: Tx, companyId: string, change: FieldChange): Promise<void> {
  await tx.query(
    `update fields set label = $3, is_required = $4, options = $5, position = coalesce($6, position), retired_at = $7
     where company_id = $1 and id = $2`,
    [
      companyId,
      change.id,
      change.label,
      change.isRequired,
      change.options && JSON.stringify(change.options),
      change.position,
      change.retiredAt,
    ],
  );
}

/** A field that was retired, to bring back. */
export async function findRetired(tx: Tx, companyId: string, typeId: string, key: string): Promise<FieldRow | undefined> {
  const [row] = await tx.query<FieldRow>(
    `select id, type_id, key, label, type, is_multi, is_required, options, related_type_id, inverse_key, inverse_label, position from fields
     where company_id = $1 and type_id = $2 and key = $3 and retired_at is not null`,
    [companyId, typeId, key],
  );
  return row;
}
