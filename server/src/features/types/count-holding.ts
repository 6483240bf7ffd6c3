import { kindsThat } from "@kith/filter/kinds";
import type { Tx } from "../../kernel/database.ts";
import type { FieldDefinition, TypeDefinition } from "./definition.ts";

/** How many records, outside the trash, hold a value in a field: any value, or one of these options. */
export async function countHolding(
  tx: Tx,
  companyId: string,
  type: TypeDefinition,
  { key, place }: FieldDefinition,
  options?: string[],
): Promise<number> {
  if (options?.length === 0) return 0;
  if (place.kind === "links")
    return count(
      tx,
      `select count(distinct r.id)::int as count from record_links l join records r on r.company_id = l.company_id and r.id = l.from_id
       where l.company_id = $1 and l.field_id = $2 and r.deleted_at is null`,
      [companyId, place.fieldId],
    );
  const value = place.kind === "column" ? `${place.column}::text` : "data ->> $3";
  const text = `select count(*)::int as count from company_records where company_id = $1 and type_id = $2 and deleted_at is null and $3::text is not null
     and ${value} is not null and ($4::text[] is null or ${value} = any($4) or data -> $3 ?| $4)`;
  return count(tx, text, [companyId, type.id, key, options ?? null]);
}

export const countRecords = (tx: Tx, companyId: string, type: TypeDefinition) =>
  count(tx, "select count(*)::int as count from records where company_id = $1 and type_id = $2 and deleted_at is null", [
    companyId,
    type.id,
  ]);

/** Whether any record has an amount of money, in the trash or in a retired field too. */
export async function holdsMoney(tx: Tx, companyId: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    `select exists (select from fields f join records r on r.company_id = f.company_id and r.type_id = f.type_id
       where f.company_id = $1 and f.type = any($2) and (r.amount is not null or r.data ? f.key)) as found`,
    [companyId, kindsThat((facts) => facts.isExact === true)],
  );
  return row?.found === true;
}

async function count(tx: Tx, text: string, values: unknown[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(text, values);
  return row?.count ?? 0;
}
