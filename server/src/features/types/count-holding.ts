import type { Tx } from "../../kernel/database.ts";
import type { FieldDefinition, OptionDefinition, TypeDefinition } from "./definition.ts";

/** How many records hold a value that a change takes out of use: any value of a retired field, or a retired option. */
export async function countHolding(
  tx: Tx,
  companyId: string,
  type: TypeDefinition,
  field: FieldDefinition,
  what: "any" | OptionDefinition[],
): Promise<number> {
  const isRetired = new Set((what === "any" ? [] : what).filter((option) => option.retired).map((option) => option.key));
  if (what !== "any" && isRetired.size === 0) return 0;
  const wanted = what === "any" ? null : [...isRetired];
  if (field.place.kind === "links")
    return what === "any"
      ? count(tx, "select count(*)::int as count from record_links where company_id = $1 and field_id = $2", [
          companyId,
          field.place.fieldId,
        ])
      : 0;
  const column = field.place.kind === "column" ? `${field.place.column}::text` : "data ->> $3";
  const text = `select count(*)::int as count from company_records where company_id = $1 and type_id = $2 and $3::text is not null
     and ${column} is not null and ($4::text[] is null or ${column} = any($4) or data -> $3 ?| $4)`;
  return count(tx, text, [companyId, type.id, field.key, wanted]);
}

async function count(tx: Tx, text: string, values: unknown[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(text, values);
  return row?.count ?? 0;
}
